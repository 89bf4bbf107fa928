import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** What runs a Redis server: a program, and the libraries that came with it. */
export type RedisProgram = {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

/** Where downloaded programs stay between runs. */
export const cacheFolder = join(import.meta.dirname, '../../../node_modules/.cache/vaultwright')

const names = ['redis-server', 'valkey-server'] as const
const run = promisify(execFile)

/**
 * Finds a program that speaks Redis: on the PATH, in the cache, or as a Debian package that is
 * downloaded and unpacked into the cache, which takes no root.
 *
 * @returns the program, or in words why there is none.
 */
export async function findRedisProgram(): Promise<RedisProgram | { readonly missing: string }> {
  const command = names.map(onPath).find((path) => path !== null)
  if (command !== undefined && command !== null) return { command, env: {} }
  const home = join(cacheFolder, 'redis')
  const kept = await programIn(home)
  if (kept !== null) return kept
  if (onPath('apt-get') === null || onPath('dpkg') === null)
    return { missing: 'no redis-server or valkey-server on the PATH, and no apt-get to fetch one' }
  try {
    await unpack(home)
  } catch (cause) {
    return { missing: `no redis-server on the PATH, and ${firstLineOf(cause)}` }
  }
  const fetched = await programIn(home)
  return fetched ?? { missing: 'the redis-server that apt-get fetched does not run here' }
}

async function programIn(home: string): Promise<RedisProgram | null> {
  const command = names.map((name) => join(home, 'usr/bin', name)).find((path) => existsSync(path))
  if (command === undefined) return null
  const libraries = new Set(
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.so(\.|$)/.test(file))
      .map((file) => join(home, dirname(file))),
  )
  const env = { LD_LIBRARY_PATH: [...libraries].join(delimiter) }
  try {
    await run(command, ['--version'], { env: { ...process.env, ...env } })
    return { command, env }
  } catch {
    return null
  }
}

// Several runs may do this at once: each unpacks beside, and the first that is ready is kept.
async function unpack(home: string): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true })
  const draft = mkdtempSync(join(cacheFolder, 'redis-draft-'))
  try {
    await download(draft)
    const tree = join(draft, 'tree')
    for (const file of readdirSync(draft).filter((name) => name.endsWith('.deb')))
      await run('dpkg', ['-x', join(draft, file), tree])
    if ((await programIn(home)) !== null) return
    rmSync(home, { recursive: true, force: true })
    renameSync(tree, home)
  } catch (cause) {
    if ((await programIn(home)) === null) throw cause
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

// With the machine's package lists first; where they are absent or old, with fresh ones of our own.
async function download(draft: string): Promise<void> {
  try {
    await downloadWith([], draft)
  } catch {
    const own = ['lists/partial', 'archives/partial'].map((name) => join(draft, name))
    for (const path of own) mkdirSync(path, { recursive: true })
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
    await downloadWith(lists, draft).catch((cause) => {
      throw stderr.trim() === '' ? cause : new Error(stderr)
    })
  }
}

async function downloadWith(options: readonly string[], draft: string): Promise<void> {
  const plan = [...options, '--simulate', '--no-install-recommends', 'install']
  const { stdout } = await apt([...plan, names[0]], draft).catch((cause) =>
    apt([...plan, names[1]], draft).catch(() => {
      throw cause
    }),
  )
  const missing = [...stdout.matchAll(/^Inst (\S+)/gm)].map((match) => match[1]!)
  await apt([...options, 'download', ...missing], draft)
}

function apt(args: readonly string[], cwd: string) {
  const patience = ['Acquire::Retries=0', 'Acquire::http::Timeout=5', 'Acquire::https::Timeout=5']
  const options = ['APT::Sandbox::User=root', ...patience].flatMap((one) => ['-o', one])
  const env = { ...process.env, LC_ALL: 'C' }
  return run('apt-get', ['-qq', ...options, ...args], { cwd, env, timeout: 60_000 })
}

function onPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null
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
