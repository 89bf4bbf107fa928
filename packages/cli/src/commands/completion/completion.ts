import { defineCommand } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { yes } from '../../terminal/context.ts'

const shells = ['bash', 'zsh', 'fish'] as const

type Shell = (typeof shells)[number]

export const command = defineCommand({
  name: 'completion',
  summary: 'Print the completion script for bash, zsh or fish',
  describe:
    'Prints the completion script for bash, zsh or fish. It completes commands, options, and values: chains, routes, venues, strategists of the definition, vaults of the database, and files.',
  positionals: {
    shell: {
      optional: true,
      choices: shells,
      describe: 'bash, zsh or fish; default: your shell',
    },
  },
  options: {},
  examples: [
    ['eval "$(vaultwright completion bash)"', 'In ~/.bashrc'],
    ['eval "$(vaultwright completion zsh)"', 'In ~/.zshrc, after compinit'],
    ['completion fish | source', 'In ~/.config/fish/config.fish'],
  ],
  run: ({ shell, json, out }, { config }) => {
    const name = shell ?? config.shell
    if (!isShell(name)) {
      throw new UsageError(`${name} is not a known shell. Choose one of: ${shells.join(', ')}.`)
    }
    if (json || out !== undefined) {
      throw new UsageError('The script goes to standard output as text. Redirect it: > file.')
    }
    return { json: () => null, text: () => [completionScript(name)], exit: yes }
  },
})

/** Tells whether completion knows a shell. */
function isShell(name: string): name is Shell {
  return (shells as readonly string[]).includes(name)
}

/** The script that teaches a shell to complete the words of the program; file names where it has none. */
function completionScript(shell: Shell): string {
  return scripts[shell]
}

// bash takes words apart at "=" and "@". The first is no word, and right after it an empty word is typed;
// what follows the second is the name of a file, which bash itself would take for that of a host.
const scripts: { readonly [shell in Shell]: string } = {
  bash: `# Completion of vaultwright for bash. In ~/.bashrc: eval "$(vaultwright completion bash)"
_vaultwright() {
  local word offer words=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$word" = "=" ] || words+=("$word")
  done
  word="\${COMP_WORDS[COMP_CWORD]}"
  [ "$word" = "=" ] && word=""
  COMPREPLY=()
  while IFS= read -r offer; do
    COMPREPLY+=("$(printf %q "$offer")")
  done < <(
    if [ "\${COMP_WORDS[COMP_CWORD-1]}" = "@" ]; then
      compgen -P @ -f -- "$word"
    else
      vaultwright --offer-words "\${words[@]}" "$word" 2>/dev/null
    fi
  )
}
complete -o bashdefault -o default -F _vaultwright vaultwright
`,
  zsh: `#compdef vaultwright
# Completion of vaultwright for zsh. In ~/.zshrc, after compinit: eval "$(vaultwright completion zsh)"
_vaultwright() {
  local -a completions
  completions=("\${(@f)$(vaultwright --offer-words "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#completions[1]} )); then
    compadd -- "\${completions[@]}"
  else
    _files
  fi
}
compdef _vaultwright vaultwright
`,
  fish: `# Completion of vaultwright for fish. In ~/.config/fish/config.fish: vaultwright completion fish | source
function __vaultwright_offer
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  set -l offers (vaultwright --offer-words $words[2..-1] "$word" 2>/dev/null)
  if test (count $offers) -gt 0
    printf '%s\\n' $offers
  else if string match -q -- '@*' "$word"
    printf '@%s\\n' (__fish_complete_path (string sub -s 2 -- "$word") | string replace -r '\\t.*' '')
  else
    __fish_complete_path "$word"
  end
end
complete -c vaultwright -f -a '(__vaultwright_offer)'
`,
}
