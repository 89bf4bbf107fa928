import type { Screen } from './screen.ts'

/** What the environment says about this run, read once. */
export type Config = {
  /** Whether text on standard output, standard error, is coloured. */
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  /** Columns that a progress bar on standard error may fill; null where none is drawn. */
  readonly progress: number | null
  /** Columns of the terminal that the answer is shown on; null when it goes elsewhere. */
  readonly columns: number | null
  /** The shell that the person uses, as far as completion knows it. */
  readonly shell: 'bash' | 'zsh'
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
 *
 * @param screens - standard output and standard error.
 */
export function configOf(
  screens: { readonly stdout: Screen; readonly stderr: Screen },
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const isDumb = env.TERM === 'dumb'
  const isInked = ({ isTerminal }: Screen) => {
    if ((env.NO_COLOR ?? '') !== '') return false
    if ((env.FORCE_COLOR ?? '') !== '') return env.FORCE_COLOR !== '0'
    return isTerminal && !isDumb
  }
  const isDrawn = screens.stderr.isTerminal && !isDumb && (env.CI ?? '') === ''
  return Object.freeze({
    color: Object.freeze({ stdout: isInked(screens.stdout), stderr: isInked(screens.stderr) }),
    progress: isDrawn ? screens.stderr.columns : null,
    columns: screens.stdout.columns,
    shell: /(^|\/)zsh$/.test(env.SHELL ?? '') ? 'zsh' : 'bash',
    rpcUrls: Object.freeze(
      Object.fromEntries(Object.entries(env).filter(([name]) => name.endsWith('_RPC_URL'))),
    ),
    variables: env,
    databaseUrl: givenOrNull(env.DATABASE_URL),
    dataFolder: givenOrNull(env.VAULTWRIGHT_DATA_DIR),
    apiKey: givenOrNull(env.VAULTWRIGHT_API_KEY),
  })
}

function givenOrNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}
