// One file a platform that needs nothing but itself: the program with all that it stands on, and the Node that runs it.
// Beside it lies its bill of materials, and one SHA256SUMS of all.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { programOf } from '../fresh.mjs'
import { npm } from '../pack.mjs'
import { billOf } from './bill.mjs'
import { digestOf, printDigests } from './digest.mjs'
import { isWindows, takeNode } from './node.mjs'

/** Left out: what only a debugger or a compiler of types reads. */
const spare = /\.(map|d\.[mc]?ts|tsbuildinfo)$/

/**
 * Makes the archive of a platform, and its bill of materials.
 *
 * @param install - a folder that `installFresh` made: its manifest, packs and lock.
 * @param nodes - the publisher's archives of Node, as `openNodes` checked them.
 * @returns the file, and that of its bill.
 */
export function makeArchive(platform, { install, nodes, identity, version, folder }) {
  const name = `${identity.name}-${version}-${platform}`
  const place = join(folder, name)
  const lib = join(place, 'lib')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(lib, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'packs'])
    cpSync(join(install, file), join(lib, file), { recursive: true })
  nameInstallation(lib, { name: identity.name, version })
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--omit=dev']
  npm(['install', ...targetOf(platform), ...quiet], { cwd: lib })
  mkdirSync(join(place, 'bin'))
  const node = { version: nodes.version, file: takeNode(nodes, platform, place) }
  const bill = billOf(lib, { identity, platform, node })
  rmSync(join(lib, 'packs'), { recursive: true })
  prune(lib)
  writeLauncher(place, platform, `lib/${programOf(identity)}`)
  cpSync(join(install, 'node_modules', identity.scope, 'cli/LICENSE'), join(place, 'LICENSE'))
  const file = join(folder, `${name}.tar.gz`)
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  run('tar', [...fixed, '--use-compress-program=gzip -n', '-cf', file, name], folder)
  rmSync(place, { recursive: true })
  const billFile = join(folder, `${name}.cdx.json`)
  writeFileSync(billFile, `${JSON.stringify(bill, null, 2)}\n`)
  return { file, billFile }
}

/** Writes the digests of files into `SHA256SUMS` beside them. */
export function writeDigests(folder, files) {
  const digests = new Map(files.map((file) => [basename(file), digestOf(file)]))
  writeFileSync(join(folder, 'SHA256SUMS'), printDigests(digests))
}

/**
 * Unpacks the archive of this machine into an empty folder.
 *
 * @returns the program inside.
 */
export function unpackArchive(file, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run('tar', ['-xzf', file], folder)
  return join(folder, basename(file, '.tar.gz'), 'bin/vaultwright')
}

/** The name of this machine's platform. */
export function platformOf({ platform, arch } = process) {
  return `${platform === 'win32' ? 'win' : platform}-${arch}`
}

/** The manifest of an installation is called as what it is now. */
function nameInstallation(lib, named) {
  const file = join(lib, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...named }, null, 2)}\n`)
}

/** The platform by which npm chooses packages. */
function targetOf(platform) {
  const [os, cpu] = platform.replace('win-', 'win32-').split('-')
  return [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])]
}

function writeLauncher(place, platform, main) {
  if (isWindows(platform)) {
    const windows = main.replaceAll('/', '\\')
    const line = `@"%~dp0node.exe" "%~dp0..\\${windows}" %*\r\n`
    writeFileSync(join(place, 'bin/vaultwright.cmd'), line)
    return
  }
  // A link to the launcher, as in /usr/local/bin, leads to the folder all the same.
  const script = `#!/bin/sh
set -eu
self=$0
while [ -L "$self" ]; do
  next=$(readlink "$self")
  case $next in /*) self=$next ;; *) self=$(dirname "$self")/$next ;; esac
done
here=$(cd "$(dirname "$self")" && pwd)
exec "$here/node" "$here/../${main}" "$@"
`
  writeFileSync(join(place, 'bin/vaultwright'), script, { mode: 0o755 })
}

function prune(folder) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, file)
    if (spare.test(file) && statSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path)
  }
}

function run(command, words, cwd) {
  const { status, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
}
