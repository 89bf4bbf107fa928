import type { Screen } from './screen.ts'

/** What the environment says about this run, read once. */
export type Config = {
  /** Whether text on standard output, standard error, is coloured. */
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  /** Whether a progress bar may be drawn on standard error. */
  readonly progress: boolean
  /** Columns of the terminal that the answer is shown on; null when it goes elsewhere. */
  readonly columns: number | null
}

/**
 * Reads the configuration: NO_COLOR beats FORCE_COLOR beats what the terminal can do.
 *
 * Source: https://no-color.org and https://force-color.org - set and not empty counts.
 *
 * @param screens - standard output and standard error.
 * @param env - the environment's variables.
 * @returns the configuration, frozen.
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
  return Object.freeze({
    color: Object.freeze({ stdout: isInked(screens.stdout), stderr: isInked(screens.stderr) }),
    progress: screens.stderr.isTerminal && !isDumb && (env.CI ?? '') === '',
    columns: screens.stdout.columns,
  })
}
