// Says which files that scripts make are not what they make: `npm run check`. With `--write` it writes them, so that one
// command follows a change of what they are made of: `npm run generate`.
import { makers, staleOf, writeFiles } from './generated.mjs'

const isWriting = process.argv.includes('--write')
for (const maker of makers) {
  const { make } = await import(`./${maker}.mjs`)
  const files = await make()
  const stale = staleOf(files)
  for (const path of stale) {
    console.error(isWriting ? `written ${path}` : `${path} is out of date. Run npm run generate.`)
    if (!isWriting) process.exitCode = 1
  }
  if (isWriting) writeFiles(files, stale)
}
