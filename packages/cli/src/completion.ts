/** The shells that completion knows. */
export const shells = ['bash', 'zsh'] as const

/** One of them. */
export type Shell = (typeof shells)[number]

/** What the completion scripts call the program with, before the words typed so far. */
export const completionKey = '--offer-words'

/**
 * Writes the script that teaches a shell to complete the words of the program.
 *
 * Where the program offers nothing, the shell goes on to offer files.
 */
export function completionScript(shell: Shell): string {
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
    COMPREPLY+=("$offer")
  done < <(
    if [ "\${COMP_WORDS[COMP_CWORD-1]}" = "@" ]; then
      compgen -P @ -f -- "$word"
    else
      vaultwright ${completionKey} "\${words[@]}" "$word" 2>/dev/null
    fi
  )
}
complete -o bashdefault -o default -F _vaultwright vaultwright
`,
  zsh: `#compdef vaultwright
# Completion of vaultwright for zsh. In ~/.zshrc, after compinit: eval "$(vaultwright completion zsh)"
_vaultwright() {
  local -a offers
  offers=("\${(@f)$(vaultwright ${completionKey} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#offers[1]} )); then
    compadd -- "\${offers[@]}"
  else
    _files
  fi
}
compdef _vaultwright vaultwright
`,
}
