import { type Environment, readSecretFiles } from '@vaultwright/base'
import { fileSystem } from './file-system.ts'

/** The target of a standard stream. */
type Terminal = { readonly isTerminal: boolean; readonly columns: number | null }

/** Tells whether a standard stream leads to a terminal. */
export function terminalOf(
  descriptor: 1 | 2,
  stream: () => { readonly isTTY?: boolean; readonly columns?: number },
): Terminal {
  if (!isDevice(descriptor)) return { isTerminal: false, columns: null }
  const { isTTY, columns } = stream()
  return isTTY ? { isTerminal: true, columns: columns ?? 80 } : { isTerminal: false, columns: null }
}

function isDevice(descriptor: number): boolean {
  try {
    return fileSystem.fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false
  }
}

/**
 * The environment of this run, read once; a file that gives a secret, `<NAME>_FILE`, is read when a
 * command asks for what it gives, and then throws `SecretFileError`.
 */
export type Config = {
  /** True if text on standard output, standard error, is coloured. */
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  /** Columns that a progress bar on standard error may fill; null where none is drawn. */
  readonly progress: number | null
  /** Columns of the terminal that the answer is shown on; null when it goes elsewhere. */
  readonly columns: number | null
  /** Columns of a page of help: COLUMNS, else those of the terminal, else 100; at most 110. */
  readonly pageColumns: number
  /** The shell that the person uses, as far as completion knows it. */
  readonly shell: 'bash' | 'zsh' | 'fish'
  /** Variables that name nodes, `<CHAIN>_RPC_URL`. Never printed: URLs carry keys. */
  readonly rpcUrls: Readonly<Record<string, string | undefined>>
  /** All variables, for the service, which reads its own. Never printed: some are secret. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** DATABASE_URL. Never printed as it is: it may carry a password. */
  readonly databaseUrl: string | null
  /** VAULTWRIGHT_DATA_DIR: where the file of the database is when no URL is said. */
  readonly dataFolder: string | null
  /** VAULTWRIGHT_API_KEY. Never printed. */
  readonly apiKey: string | null
}

/**
 * Reads the configuration: NO_COLOR beats FORCE_COLOR beats what the terminal can do.
 *
 * Source: https://no-color.org and https://force-color.org - set and not empty counts.
 */
export function configOf(
  terminals: { readonly stdout: Terminal; readonly stderr: Terminal },
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const isDumb = env.TERM === 'dumb'
  const hasColor = ({ isTerminal }: Terminal) => {
    if ((env.NO_COLOR ?? '') !== '') return false
    if ((env.FORCE_COLOR ?? '') !== '') return env.FORCE_COLOR !== '0'
    return isTerminal && !isDumb
  }
  let filled: Environment | null = null
  const secrets = (): Environment => {
    filled ??= readSecretFiles(env, (path) => fileSystem.readFileSync(path, 'utf8'))
    return filled
  }
  const isDrawn = terminals.stderr.isTerminal && !isDumb && (env.CI ?? '') === ''
  return Object.freeze({
    color: Object.freeze({
      stdout: hasColor(terminals.stdout),
      stderr: hasColor(terminals.stderr),
    }),
    progress: isDrawn ? terminals.stderr.columns : null,
    columns: terminals.stdout.columns,
    pageColumns: Math.min(columnsIn(env) ?? terminals.stdout.columns ?? 100, widestPage),
    shell: shellOf(env.SHELL ?? ''),
    get rpcUrls() {
      const rows = Object.entries(secrets()).filter(([name]) => name.endsWith('_RPC_URL'))
      return Object.freeze(Object.fromEntries(rows))
    },
    get variables() {
      return secrets()
    },
    get databaseUrl() {
      return givenOrNull(secrets().DATABASE_URL)
    },
    dataFolder: givenOrNull(env.VAULTWRIGHT_DATA_DIR),
    get apiKey() {
      return givenOrNull(secrets().VAULTWRIGHT_API_KEY)
    },
  })
}

/** Longer lines are hard to read. */
const widestPage = 110

/** The width that a shell reports. */
function columnsIn({ COLUMNS = '' }: NodeJS.ProcessEnv): number | null {
  return /^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : null
}

function shellOf(path: string): Config['shell'] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === 'zsh' || name === 'fish' ? name : 'bash'
}

function givenOrNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}
