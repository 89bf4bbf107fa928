// The version of a release, and where it stands in the repository.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releasesOf, unreleasedHeadings } from './changelog.mjs'
import { packagesOf } from './pack.mjs'

/**
 * Chooses the version of the next release: the one of the manifests while nothing was released, else a new minor if
 * something was added, changed or removed, and a new patch if only faults were fixed.
 *
 * @param wanted - a later version that a person names.
 * @throws {Error} if it is not a version, or not a later one.
 */
export function versionOf(current, { changelog, wanted }) {
  const [last] = releasesOf(changelog)
  if (wanted !== undefined) {
    if (!/^\d+\.\d+\.\d+$/.test(wanted))
      throw new Error(`"${wanted}" is not a version. Give three numbers, such as 1.2.3.`)
    if (last !== undefined && !isLater(wanted, last))
      throw new Error(`${wanted} is not later than ${last}, which is released.`)
    return wanted
  }
  if (last === undefined) return current
  const [major, minor, patch] = last.split('.').map(Number)
  const onlyFixes = unreleasedHeadings(changelog).every((name) =>
    ['Fixed', 'Security'].includes(name),
  )
  return onlyFixes ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`
}

/** Writes a version into every manifest and the lock. */
export function writeVersion(root, version) {
  const files = ['.', ...packagesOf(root).map(({ dir }) => dir)]
  for (const dir of files) {
    const file = join(root, dir, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, `${JSON.stringify(withVersion(manifest, version), null, 2)}\n`)
  }
  const file = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  lock.version = version
  for (const dir of files) {
    const key = dir === '.' ? '' : dir
    if (lock.packages[key] !== undefined)
      lock.packages[key] = withVersion(lock.packages[key], version)
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

function withVersion(manifest, version) {
  const next = { ...manifest, version }
  for (const list of ['dependencies', 'devDependencies']) {
    if (manifest[list] === undefined) continue
    next[list] = Object.fromEntries(
      Object.entries(manifest[list]).map(([name, pin]) => [
        name,
        name.startsWith('@vaultwright/') ? version : pin,
      ]),
    )
  }
  return next
}

/** True if a version comes after another one. */
export function isLater(one, other) {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && a[at] > b[at]
}
