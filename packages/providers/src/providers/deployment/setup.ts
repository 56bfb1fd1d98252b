import { curl, defineSetup, type SetupContext } from '../../define-setup.js';

function script({ baseUrl, token }: SetupContext): string {
  return `steamcmd +login "$STEAM_USER" +run_app_build app_build.vdf +quit | tee steam.log
BUILD_ID=$(sed -n 's/.*BuildID \\([0-9]*\\).*/\\1/p' steam.log)
curl -sS -m 10 '${baseUrl}/webhooks/deployment' \\
  -H 'X-Service-Token: ${token}' -H 'Content-Type: application/json' \\
  -d "{\\"platform\\":\\"steam\\",\\"event\\":\\"uploaded\\",\\"build_number\\":\\"$BUILD_NUMBER\\",\\"steam_app_id\\":\\"480\\",\\"external_build_id\\":\\"$BUILD_ID\\",\\"branch\\":\\"beta\\"}"`;
}

export const setup = defineSetup({
  label: 'Deployment',
  title: 'Store uploads',
  mark: 'ST',
  group: 'Stores',
  rank: 1,
  gives: 'Uploads, reviews and releases on Steam, Epic, Google Play, the App Store and others',
  path: 'deployment',
  secret: 'none',
  sample: ({ baseUrl, token }) =>
    curl(`${baseUrl}/webhooks/deployment`, [`X-Service-Token: ${token}`], {
      platform: 'steam',
      event: 'uploaded',
      build_number: '1',
      version: '0.0.1',
      branch: 'beta',
    }),
  steps: (context) => [
    {
      title: 'Report each step from the upload script',
      text: 'Stores send no webhooks. The Slipway repository has a steamcmd wrapper in infra/senders/steam. Without it, post once when the upload is done, and again when the release goes into review, goes live or is rolled back.',
      code: { label: 'After steamcmd', text: script(context) },
    },
    {
      title: 'Use these values',
      text: 'platform: steam, epic_games_store, google_play, apple_app_store, unity_cloud, reddit_devvit, youtube_playables or custom. event: upload_started, uploaded, in_review, approved, rejected, live, rolled_back.',
    },
  ],
});
