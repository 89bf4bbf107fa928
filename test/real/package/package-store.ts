import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RealPackage, type RealPackageName, realPackageOf } from './real-package.ts'

const run = promisify(execFile)

/** The folder that packages and worlds keep between runs. */
export const realFolder = join(import.meta.dirname, '../../../.cache/real')

/** The folder with the files of a package, or why there is none. */
export type TakenPackage = { readonly folder: string } | { readonly missing: string }

const taking = new Map<string, Promise<TakenPackage>>()

/** Takes a package of the list: from `.cache`, else from the registry that npm is configured for. */
export function takePackage(name: RealPackageName): Promise<TakenPackage> {
  const taken = taking.get(name) ?? fetchPackage(realPackageOf(name), realFolder)
  taking.set(name, taken)
  return taken
}

/**
 * Fetches the tarball of a package and takes its files out. It follows no dependency and runs no script.
 *
 * @param place - the folder that keeps what was taken.
 * @returns why there is none where the registry has no such version, or another tarball.
 */
export async function fetchPackage(wanted: RealPackage, place: string): Promise<TakenPackage> {
  const { registryName: name = wanted.name, version, integrity, files } = wanted
  // Another integrity or further files are another folder.
  const terms = createHash('sha256')
    .update(JSON.stringify([integrity, files]))
    .digest('hex')
  const folder = join(
    place,
    'package',
    `${name.replace('/', '-')}-${version}-${terms.slice(0, 12)}`,
  )
  if (existsSync(folder)) return { folder }
  mkdirSync(place, { recursive: true })
  const scratch = mkdtempSync(join(place, 'fetch-'))
  try {
    const options = ['--ignore-scripts', '--silent', '--pack-destination', scratch]
    await run('npm', ['pack', `${name}@${version}`, ...options], { cwd: scratch })
    const tarball = readdirSync(scratch).find((file) => file.endsWith('.tgz'))
    if (tarball === undefined) return { missing: `npm gave no tarball of ${name} ${version}` }
    const digest = createHash('sha512').update(readFileSync(join(scratch, tarball)))
    const actual = `sha512-${digest.digest('base64')}`
    if (actual !== integrity) {
      return { missing: `${name} ${version} has integrity ${actual}, the list has ${integrity}` }
    }
    const members = files.map((file) => `package/${file}`)
    await run('tar', ['-xzf', tarball, ...members], { cwd: scratch })
    mkdirSync(join(folder, '..'), { recursive: true })
    renameSync(join(scratch, 'package'), folder)
    return { folder }
  } catch (error) {
    // Another process was faster.
    if (existsSync(folder)) return { folder }
    const [line = ''] = `${(error as { stderr?: string }).stderr || error}`.trim().split('\n')
    return { missing: `${name} ${version} could not be taken: ${line}` }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
