import { COMPLETION_SCRIPTS } from '../completion/scripts.js';
import { defineCommand } from '../define-command.js';

export const command = defineCommand({
  summary: 'Print a shell completion script',
  examples: [
    'eval "$(slipway completion bash)"   # in ~/.bashrc',
    'slipway completion zsh > "$HOME/.zsh/completions/_slipway"   # a folder in your fpath',
    'slipway completion fish > ~/.config/fish/completions/slipway.fish',
  ],
  arguments: { shell: { description: 'the shell', choices: ['bash', 'zsh', 'fish'] } },
  async run({ stdout }, { shell }) {
    stdout.write(COMPLETION_SCRIPTS[shell as keyof typeof COMPLETION_SCRIPTS]);
  },
});
