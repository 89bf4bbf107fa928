/**
 * Writes the command that shows a leaf in a terminal.
 *
 * @param file - name of the tree file, whatever it holds: the shell takes it as one word.
 */
export function leafCommandOf(file: string, slot: number): string {
  // The name of a file must not become an option.
  const path = file.startsWith('-') ? `./${file}` : file
  return `vaultwright tree show ${shellWord(path)} --leaf ${slot}`
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
