import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** The folder in which downloaded programs stay between runs. */
export const cacheFolder = join(import.meta.dirname, '../../../node_modules/.cache/vaultwright')

/** A program of a Debian package that is unpacked without root. */
export type DebianProgram<Found> = {
  /** Of its folder in the cache. */
  readonly folder: string
  /** Packages that have it; the first that can be had is taken. */
  readonly packages: readonly [string, ...string[]]
  /** True if it runs without the packages that the package depends on. */
  readonly isStatic: boolean
  /** Finds the program in a folder; null where it is not there, or does not run. */
  readonly programIn: (home: string) => Promise<Found | null>
}

/** Runs a program and gives what it wrote. */
export const run = promisify(execFile)

/**
 * Finds a program in the cache, or downloads its package and unpacks it there, which takes no root.
 *
 * @returns the program, or in words why there is none.
 */
export async function fetchDebianProgram<Found>(
  program: DebianProgram<Found>,
): Promise<Found | { readonly missing: string }> {
  const home = join(cacheFolder, program.folder)
  const cached = await program.programIn(home)
  if (cached !== null) return cached
  if (onPath('apt-get') === null || onPath('dpkg') === null)
    return { missing: `no ${program.folder} on the PATH, and no apt-get to fetch one` }
  try {
    await unpack(home, program)
  } catch (cause) {
    return { missing: `no ${program.folder} on the PATH, and ${firstLineOf(cause)}` }
  }
  const fetched = await program.programIn(home)
  return fetched ?? { missing: `the ${program.folder} that apt-get fetched does not run here` }
}

/** Finds a program on the PATH; null when it is not there. */
export function onPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null
}

// Several runs may do this at once: each unpacks beside, and the first that is ready is kept.
async function unpack<Found>(home: string, program: DebianProgram<Found>): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true })
  const draft = mkdtempSync(join(cacheFolder, `${program.folder}-draft-`))
  try {
    await download(draft, program)
    const tree = join(draft, 'tree')
    for (const file of readdirSync(draft).filter((name) => name.endsWith('.deb')))
      await run('dpkg', ['-x', join(draft, file), tree])
    if ((await program.programIn(home)) !== null) return
    rmSync(home, { recursive: true, force: true })
    renameSync(tree, home)
  } catch (cause) {
    if ((await program.programIn(home)) === null) throw cause
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

type Packages = Pick<DebianProgram<unknown>, 'packages' | 'isStatic'>

// With the machine's package lists first; where they are absent or old, with fresh ones of our own.
async function download(draft: string, program: Packages): Promise<void> {
  try {
    await downloadWith([], draft, program)
  } catch {
    const folders = ['lists/partial', 'archives/partial'].map((name) => join(draft, name))
    for (const path of folders) mkdirSync(path, { recursive: true })
    const lists = [
      '-o',
      `Dir::State::lists=${join(draft, 'lists')}`,
      '-o',
      `Dir::Cache=${draft}`,
      '-o',
      `Dir::Cache::archives=${join(draft, 'archives')}`,
    ]
    // It reports what it could not reach as a warning, and the next step fails for want of it.
    const { stderr } = await apt([...lists, 'update'], draft)
    await downloadWith(lists, draft, program).catch((cause) => {
      throw stderr.trim() === '' ? cause : new Error(stderr)
    })
  }
}

async function downloadWith(
  options: readonly string[],
  draft: string,
  { packages, isStatic }: Packages,
): Promise<void> {
  let first: unknown = null
  for (const name of packages) {
    try {
      const packages = isStatic ? [name] : await missingPackages(options, draft, name)
      await apt([...options, 'download', ...packages], draft)
      return
    } catch (cause) {
      first ??= cause
    }
  }
  throw first
}

/** The package and those that it depends on, where they are not installed. */
async function missingPackages(
  options: readonly string[],
  draft: string,
  name: string,
): Promise<readonly string[]> {
  const plan = [...options, '--simulate', '--no-install-recommends', 'install', name]
  const { stdout } = await apt(plan, draft)
  return [...stdout.matchAll(/^Inst (\S+)/gm)].map((match) => match[1]!)
}

function apt(args: readonly string[], cwd: string) {
  const patience = ['Acquire::Retries=0', 'Acquire::http::Timeout=5', 'Acquire::https::Timeout=5']
  const options = ['APT::Sandbox::User=root', ...patience].flatMap((one) => ['-o', one])
  const env = { ...process.env, LC_ALL: 'C' }
  return run('apt-get', ['-qq', ...options, ...args], { cwd, env, timeout: 60_000 })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function firstLineOf(cause: unknown): string {
  const { stderr, message } = cause as { readonly stderr?: string; readonly message: string }
  const lines = (stderr || message).split('\n').map((line) => line.trim())
  const line = lines.find((one) => /^[EW]: /.test(one)) ?? lines[0]!
  return `apt-get could not fetch one (${line.replace(/^[EW]:\s*/, '').slice(0, 200)})`
}
