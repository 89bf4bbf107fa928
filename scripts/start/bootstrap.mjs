// Installs the locked dependencies once: all of them, or with `--start` what `npm start` needs. Built-ins only: it
// runs before node_modules exists, on Node 18 and newer.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { arch, argv, exit, platform, report, versions } from 'node:process'
import { runStep, StepError } from './step.mjs'

const floor = [20, 19]
const mark = 'node_modules/.bootstrap'
const sets = { whole: [], start: ['--omit=dev'] }

/** The outputs of npm, and their meaning for the person who waits. */
const reasons = [
  [
    /ENOSPC|no space left/i,
    'The disk is full. node_modules takes 1.3 GB, the cache of npm as much again. Make room, or clean that cache with `npm cache clean --force`.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'The registry of npm does not answer. Check the network, and `npm config get registry`.',
  ],
  [/E401|E403/, 'The registry of npm refuses you. Check `npm config get registry` and its token.'],
  [
    /ETARGET|E404/,
    'The registry of npm does not serve a package of package-lock.json. Check `npm config get registry`.',
  ],
  [/EACCES|EPERM/, 'A file in this folder is not yours to write. Give the folder to yourself.'],
]

/** @throws {StepError} when Node is too old, or npm fails. */
export async function install(set) {
  assertNode(versions.node)
  const wanted = markOf(set)
  if (existsSync(mark) && isEnough(readFileSync(mark, 'utf8'), wanted)) return
  // Until all is there, nothing says so: the next run begins anew.
  rmSync(mark, { force: true })
  const count = countOf(JSON.parse(readFileSync('package-lock.json', 'utf8')), set)
  await runStep(`installing ${count} packages`, () => npm(set), {
    late: 'npm is still at it, its registry or this disk is slow; Ctrl-C stops it, and the next run begins anew',
  })
  writeFileSync(mark, JSON.stringify(wanted))
}

/** @throws {StepError} for a Node that the dependencies do not run on. */
export function assertNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > floor[0] || (major === floor[0] && minor >= floor[1])) return
  throw new StepError(
    `Node ${version} is too old. Install Node ${floor.join('.')} or newer from https://nodejs.org, then run the command again.`,
  )
}

/** The mark of an installation: it serves no other lock, and no other machine. */
export function markOf(set) {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const libc = report?.getReport().header.glibcVersionRuntime === undefined ? '' : 'glibc'
  return { set, lock, machine: [platform, arch, libc].filter(Boolean).join('-') }
}

/** Tells whether what is installed is what is wanted, or more. */
export function isEnough(text, wanted) {
  try {
    const { set, lock, machine } = JSON.parse(text)
    const isSame = lock === wanted.lock && machine === wanted.machine
    return isSame && (set === 'whole' || set === wanted.set)
  } catch {
    return false
  }
}

/** The number of installed packages of a lock, those that are for another machine left out. */
export function countOf({ packages }, set) {
  return Object.entries(packages).filter(
    ([path, { dev, devOptional, link, os, cpu, libc }]) =>
      path.startsWith('node_modules/') &&
      !link &&
      (set === 'whole' || (!dev && !devOptional)) &&
      [
        [os, platform],
        [cpu, arch],
        [libc, 'glibc'],
      ].every(([list, own]) => !list || list.includes(own)),
  ).length
}

/** The reason of a failed installation, and the remedy. */
export function reasonOf(output) {
  const reason = reasons.find(([pattern]) => pattern.test(output))?.[1]
  return `${reason ?? 'npm failed.'} Then run the command again.\n${lastLines(output)}`
}

function lastLines(output) {
  return output.trimEnd().split('\n').slice(-12).join('\n')
}

function npm(set) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const isWindows = platform === 'win32'
  const child = spawn('npm', ['ci', ...sets[set], ...quiet], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StepError(reasonOf(error.message))))
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new StepError(reasonOf(output))),
    )
  })
}

if (basename(argv[1] ?? '') === 'bootstrap.mjs') {
  try {
    await install(argv.includes('--start') ? 'start' : 'whole')
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    console.error(error.message)
    exit(1)
  }
}
