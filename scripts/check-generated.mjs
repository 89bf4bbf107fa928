// Says which files that scripts make are not what they make: `npm run check`.
import { makers, staleOf } from './generated.mjs'

for (const maker of makers) {
  const { make } = await import(`./${maker}.mjs`)
  for (const path of staleOf(await make())) {
    console.error(
      `${path} is out of date. Run node_modules/.bin/node --conditions=source scripts/${maker}.mjs.`,
    )
    process.exitCode = 1
  }
}
