export default async function tearDown() {
  await globalThis.slipwayTestServers?.stop();
}
