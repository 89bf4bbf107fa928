import { type ChildProcess, fork } from 'node:child_process'
import { type AttackPlaces, openAttackWorld } from './attack-world.ts'

/** The service under attack, in a process of its own. */
export type AttackService = AttackPlaces & {
  readonly url: string
  /** Measures while something runs. */
  readonly during: (work: () => Promise<void>) => Promise<AttackReading>
  readonly close: () => Promise<void>
}

/** The cost of a case for the service. */
export type AttackReading = {
  /** The longest time that the event loop was late. */
  readonly delayMs: number
  /** The most processor time that its thread took between two ticks: that lateness without other processes' part. */
  readonly workMs: number
  /** The most memory since the process began, and that of the end. */
  readonly peakMb: number
  readonly nowMb: number
}

/**
 * Starts the service.
 *
 * @param heapMb - what its process may have, Node's own default when not said.
 * @param variables - of its environment, as `LOCAL_RPC_URL`.
 */
export async function openAttackService(
  heapMb?: number,
  variables: Readonly<Record<string, string>> = {},
): Promise<AttackService> {
  const { databaseUrl, places, close } = await openAttackWorld()
  const child = fork(new URL('attack-process.ts', import.meta.url), {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // As the README runs it where memory is short.
      '--max-semi-space-size=4',
      ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
    ],
    env: {
      ...process.env,
      ATTACK_ENV: JSON.stringify({ ...variables, DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ready = await heard<{ readonly url: string }>(child)
  const ask = (command: 'begin' | 'end') => {
    child.send(command)
    return heard<AttackReading>(child)
  }
  return {
    ...places,
    ...ready,
    during: async (work) => {
      await ask('begin')
      await work()
      return ask('end')
    },
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve))
        child.send('close')
        await gone
      }
      close()
    },
  }
}

function heard<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null) =>
      reject(new Error(`The service ended with ${code ?? signal}.`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as Message)
    })
  })
}
