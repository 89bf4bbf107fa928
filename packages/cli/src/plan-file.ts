import { parseAddress } from '@vaultwright/merkle'
import { buildSafeBatch, printSafeBatch, type SafeCall } from '@vaultwright/safe'
import type { Context } from './context.ts'
import { writeFileWhole } from './file.ts'
import type { Plan } from './plan-root.ts'
import { UsageError } from './usage.ts'

/** Which Safe batch files are wanted. */
export type PlanFileWords = {
  readonly safe: string | undefined
  readonly 'safe-address': string | undefined
}

/**
 * Writes the transactions of a plan as batch files of the Safe web app: one, or with a timelock one that
 * schedules and one that executes.
 *
 * @throws {UsageError} for a Safe without a file.
 */
export function safeFilesOf(plan: Plan, words: PlanFileWords, name: string) {
  const { safe } = words
  if (safe === undefined && words['safe-address'] !== undefined) {
    throw new UsageError('--safe-address is for a batch file. Give --safe, too.')
  }
  return async (context: Context): Promise<readonly string[]> => {
    if (safe === undefined || plan.calls.length === 0) return []
    const account = words['safe-address']
    const write = async (path: string, description: string, calls: readonly SafeCall[]) => {
      const batch = buildSafeBatch({
        ...{ chainId: plan.chain.chain.id, description, calls, createdAtMs: context.now() },
        safe: account === undefined ? null : parseAddress(account),
        name: `Roots of ${name}`,
      })
      await writeFileWhole(path, [printSafeBatch(batch)], context.signal)
      return path
    }
    const { timelock } = plan
    const setting = plan.steps
      .filter(({ account, before, after }) => account !== null && before !== after)
      .map(({ strategist, after }) => `${strategist}: ${after}`)
      .join('; ')
    if (timelock === null) return [await write(safe, `Set roots: ${setting}`, plan.calls)]
    const second = safe.replace(/(\.json)?$/, '.execute.json')
    return [
      await write(safe, `Schedule roots: ${setting}`, [timelock.schedule]),
      await write(second, `Execute roots: ${setting}`, [timelock.execute]),
    ]
  }
}
