// Runs forge in `foundry/`: the native program of the npm package, or the one on the PATH where npm has none.
// The npm wrapper `forge` is not used: it exits with 0 whatever happened.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// Forge spells the paths of folders that do not exist yet in another way, and compiles everything twice.
for (const folder of ['out', 'cache']) {
  mkdirSync(new URL(`../.cache/foundry/${folder}`, import.meta.url), { recursive: true })
}

const { status, error } = spawnSync(forge(), process.argv.slice(2), {
  stdio: 'inherit',
  cwd: fileURLToPath(new URL('../foundry', import.meta.url)),
})
if (error !== undefined) {
  process.stderr.write(
    `forge does not start (${error.message}). Install Foundry from https://getfoundry.sh and put forge on the PATH.\n`,
  )
}
process.exit(status ?? 1)

function forge() {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch]
  try {
    return createRequire(import.meta.url).resolve(
      `@foundry-rs/forge-${process.platform}-${arch}/bin/forge`,
    )
  } catch {
    return 'forge'
  }
}
