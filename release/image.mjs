// The image of a release: its folder, and the image itself where Docker is.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withScope } from './identity.mjs'

const source = new URL('./image/Dockerfile', import.meta.url).pathname

/** The Dockerfile of a release: of the scope that its packs have, and with its addresses as labels. */
export function imageText(text, { version, identity }) {
  const { home, repository } = identity
  const labels = Object.entries({ version, url: home, source: repository })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` org.opencontainers.image.${key}="${value}"`)
  return withScope(text, identity).replace(/^LABEL .*$/m, (line) => line + labels.join(''))
}

/** Writes what Docker builds from: the packs and the lock that a fresh installation made. */
export function writeImageFolder(install, { version, identity, folder }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const text = imageText(readFileSync(source, 'utf8'), { version, identity })
  writeFileSync(join(folder, 'Dockerfile'), text)
  for (const name of ['package.json', 'package-lock.json', 'packs'])
    cpSync(join(install, name), join(folder, name), { recursive: true })
}

/**
 * Builds the image and runs it once.
 *
 * @returns a line: what was built, or why nothing was.
 * @throws {Error} if Docker is there and the image is not built, or does not say its version.
 */
export function buildImage(folder, version) {
  const docker = (words) => spawnSync('docker', words, { encoding: 'utf8' })
  if (docker(['version']).status !== 0)
    return 'No image was built: Docker is not there, or does not answer.'
  const tag = `vaultwright:${version}`
  const built = docker(['build', '--tag', tag, folder])
  if (built.status !== 0)
    throw new Error(`docker build ended with ${built.status}: ${built.stderr}`)
  const { stdout } = docker(['run', '--rm', tag, '--version'])
  if (stdout.trim() !== version) throw new Error(`${tag} says that it is ${stdout.trim()}.`)
  return `image ${tag} says its version`
}
