// Installs what a folder of this one needs, when it is first used: it stays out of the project's own dependency tree.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs `npm ci` in a folder unless its lock is what was installed last. */
export function installOnce(folder) {
  const mark = join(folder, 'node_modules/.bootstrap')
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  const { status } = spawnSync(
    'npm',
    ['ci', '--workspaces=false', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, stdio: ['ignore', 2, 2] },
  )
  if (status !== 0) throw new Error(`npm ci failed in ${folder}.`)
  writeFileSync(mark, lock)
}
