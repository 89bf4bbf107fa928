// One file a platform that needs nothing but itself: the program with all that it stands on, and the Node that runs it.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { npm } from './pack.mjs'

/** Nodes that the registry serves as packages, with what they must hash to. SQLite's binding asks for 22 or newer. */
export const platforms = JSON.parse(
  readFileSync(new URL('./platform.json', import.meta.url), 'utf8'),
)

/** Left out: what only a debugger or a compiler of types reads. */
const spare = /\.(map|d\.[mc]?ts|tsbuildinfo)$/

/**
 * Makes the archive of a platform.
 *
 * @param install - a folder that `installFresh` made: its manifest, packs and lock.
 * @returns the file.
 * @throws {Error} if the registry gives a Node with other bytes.
 */
export function makeArchive(platform, { install, version, folder }) {
  const { os, cpu, node, version: nodeVersion, integrity, program } = platforms[platform]
  const name = `vaultwright-${version}-${platform}`
  const place = join(folder, name)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(join(place, 'lib'), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'packs'])
    cpSync(join(install, file), join(place, 'lib', file), { recursive: true })
  const libc = os === 'linux' ? ['--libc=glibc'] : []
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...libc]
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--omit=dev']
  npm(['install', ...target, ...quiet], { cwd: join(place, 'lib') })
  rmSync(join(place, 'lib/packs'), { recursive: true })
  prune(join(place, 'lib'))
  mkdirSync(join(place, 'bin'))
  takeNode({ name: `${node}@${nodeVersion}`, integrity, program }, place)
  writeLauncher(place, os)
  cpSync(join(install, 'node_modules/@vaultwright/cli/LICENSE'), join(place, 'LICENSE'))
  const file = join(folder, `${name}.tar.gz`)
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  run('tar', [...fixed, '--use-compress-program=gzip -n', '-cf', file, name], folder)
  rmSync(place, { recursive: true })
  return file
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

function takeNode({ name, integrity, program }, place) {
  const folder = join(place, '.node')
  mkdirSync(folder)
  const [pack] = Object.values(
    JSON.parse(npm(['pack', name, '--json', '--pack-destination', folder], { cwd: folder })),
  )
  if (pack.integrity !== integrity)
    throw new Error(`${name} hashes to ${pack.integrity} instead of ${integrity}. It is not used.`)
  run('tar', ['-xzf', join(folder, pack.filename), '-C', folder], folder)
  const binary = join(folder, 'package', program)
  renameSync(binary, join(place, 'bin', basename(program)))
  chmodSync(join(place, 'bin', basename(program)), 0o755)
  const licence = join(folder, 'package/LICENSE')
  if (existsSync(licence)) renameSync(licence, join(place, 'LICENSE.node'))
  rmSync(folder, { recursive: true })
}

function writeLauncher(place, os) {
  const main = 'lib/node_modules/@vaultwright/cli/dist/bin.js'
  if (os === 'win32') {
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
