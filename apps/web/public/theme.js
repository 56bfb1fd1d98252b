// Runs before the first paint, so that the page never flashes in the wrong theme.
(() => {
  let theme = 'system';
  try {
    theme = localStorage.getItem('slipway.theme') ?? 'system';
  } catch {
    // Storage is blocked: follow the system.
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
