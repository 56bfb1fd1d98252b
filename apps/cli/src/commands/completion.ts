import { defineCommand } from '../define-command.js';

/** Scripts that ask `slipway __complete` for candidates. Each line has a word, a tab and its description. */
export const COMPLETION_SCRIPTS = {
  bash: `# bash completion for slipway
_slipway() {
  local word candidate quote=$'["\\']'
  local -a words
  COMPREPLY=()
  # The names of projects may contain spaces, which are typed in quotes or after a backslash.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    word="\${word//\\\\/}"
    word="\${word#$quote}"
    words+=("\${word%$quote}")
  done
  while IFS=$'\\t' read -r candidate _; do
    [[ -n "$candidate" ]] && COMPREPLY+=("$(printf '%q' "$candidate")")
  done < <(slipway __complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _slipway slipway
`,
  zsh: `#compdef slipway
_slipway() {
  local -a candidates
  local word description
  while IFS=$'\\t' read -r word description; do
    [[ -n "$word" ]] && candidates+=("\${word//:/\\\\:}:$description")
  done < <(slipway __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then _describe 'slipway' candidates; else _files; fi
}
if [ "$funcstack[1]" = "_slipway" ]; then _slipway "$@"; else compdef _slipway slipway; fi
`,
  fish: `# fish completion for slipway
function __slipway_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (slipway __complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c slipway -f -a '(__slipway_complete)'
`,
} as const;

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
