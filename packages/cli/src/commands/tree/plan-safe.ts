import { parseAddress } from '@vaultwright/merkle'
import type { Plan } from '@vaultwright/operations'
import { buildSafeBatch, printSafeBatch, type SafeCall } from '@vaultwright/safe'
import { UsageError } from '../../command/usage.ts'
import type { Context } from '../../terminal/context.ts'
import { assertAllReplaceable, writeFileWhole } from '../../terminal/output-file.ts'
import { isOpen } from './plan-print.ts'

/** The requested Safe batch files. */
export type PlanFileOptions = {
  readonly safe: string | undefined
  readonly 'safe-address': string | undefined
}

/**
 * Writes the transactions of a plan as batch files of the Safe web app: one, or with a timelock one that
 * schedules and one that executes.
 */
export function safeFilesOf(plan: Plan, options: PlanFileOptions, name: string) {
  const { safe } = options
  if (safe === undefined && options['safe-address'] !== undefined) {
    throw new UsageError('--safe-address needs --safe. Give it as well.')
  }
  return async (context: Context): Promise<readonly string[]> => {
    if (safe === undefined || plan.calls.length === 0) return []
    const account = options['safe-address']
    const batchOf = (path: string, description: string, calls: readonly SafeCall[]) => {
      const batch = buildSafeBatch({
        chainId: plan.chain.chain.id,
        description,
        calls,
        createdAtMs: context.now(),
        safe: account === undefined ? null : parseAddress(account),
        name: `Roots of ${name}`,
      })
      return { path, text: printSafeBatch(batch) }
    }
    const { timelock } = plan
    const setting = plan.steps
      .filter(({ account, before, after }) => account !== null && before !== after)
      .map(({ strategist, after }) => `${strategist}: ${after}`)
      .join('; ')
    const second = safe.replace(/(\.json)?$/, '.execute.json')
    const files =
      timelock === null
        ? [batchOf(safe, `Set roots: ${setting}`, plan.calls)]
        : [
            batchOf(safe, `Schedule roots: ${setting}`, [timelock.schedule]),
            batchOf(second, `Execute roots: ${setting}`, [timelock.execute]),
          ]
    assertAllReplaceable(files, context)
    for (const { path, text } of files) await writeFileWhole(path, [text], context)
    return files.map(({ path }) => path)
  }
}

/** A batch was asked for, and a root that differs has no address whose root could be set. */
export function isUnwritten({ steps, calls }: Plan, safe: string | undefined): boolean {
  return safe !== undefined && calls.length === 0 && steps.some(isOpen)
}
