import type { SvmVaultHistory } from '@vaultwright/operations'
import type { SvmDigestEvent, SvmDigestPeriod } from '@vaultwright/svm-builder'
import { svmOperatorOf } from '@vaultwright/wire'
import { count, defineCommand, flag, text } from '../../command/command.ts'
import { readVaultWord, vaultHelp } from '../../input/solana/definition.ts'
import { onSolana, solanaNodeOptions } from '../../input/solana/node.ts'
import { printOperators } from '../../input/solana/operators.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTimeOrNull } from '../../terminal/table.ts'
import { writeWarning } from '../../terminal/warning.ts'

export const command = defineCommand({
  name: 'solana history',
  summary: 'List when digests of a vault were created and closed',
  describe:
    'Lists when the digests of a Solana vault were created and closed, from the transactions that name the state of the vault, also inside calls of a multisig. Oldest first; a digest that is open now permits its call.',
  positionals: { vault: { describe: vaultHelp } },
  options: {
    limit: count('How many of the newest transactions to read; default: all', 'count'),
    open: flag('Only digests that are not closed'),
    program: text('The vault program; default: the one that is deployed', 'address'),
    ...solanaNodeOptions,
  },
  examples: [
    ['solana history vault.yaml --rpc-url http://127.0.0.1:8899', 'What was permitted, and when?'],
    ['solana history FUJ5F5No… --open --rpc-url https://… --json', 'What is permitted now'],
  ],
  run: async (args, context) => {
    const { vault, program, definition } = await readVaultWord(args.vault, args.program, context)
    const { readDigestHistory, readVaultAt } = await import('@vaultwright/operations')
    const genesisHash = definition?.genesisHash ?? null
    const limit = args.limit ?? null
    const history = await onSolana(args, { context, genesisHash }, async (node) => {
      const { state } = await readVaultAt(node, { vault, program })
      return readDigestHistory(node, { vault, program, vaultId: state.vaultId, limit })
    })
    if (!history.isComplete) {
      const { quiet } = args
      writeWarning(
        `Only ${history.transactions} transactions were read. Leave --limit out for all.`,
        { context, quiet },
      )
    }
    const periods = history.periods.filter(({ closed }) => !args.open || closed === null)
    return {
      json: () => historyJsonOf({ ...history, periods }, vault),
      text: (style) => printHistory({ ...history, periods }, style),
      exit: yes,
    }
  },
})

function historyJsonOf(
  { periods, transactions, isComplete }: SvmVaultHistory,
  vault: string,
): Json {
  return {
    vault_address: vault,
    transactions,
    is_complete: isComplete,
    digests: periods.map((period) => ({
      cpi_digest: period.digestHex,
      cpi_digest_address: period.digestAddress,
      operators: period.created?.operators?.map(svmOperatorOf) ?? null,
      created: eventJsonOf(period.created),
      closed: eventJsonOf(period.closed),
    })),
  }
}

function eventJsonOf(event: SvmDigestEvent | null): Json {
  if (event === null) return null
  const { signature, slot, unixTime, authority } = event
  return { signature, slot: Number(slot), time: printTimeOrNull(unixTime), authority }
}

function* printHistory(
  { periods, transactions }: SvmVaultHistory,
  style: TextStyle,
): Iterable<string> {
  for (const { digestHex, digestAddress, created, closed } of periods) {
    const label = closed === null ? style.green('open  ') : style.dim('closed')
    yield `${label}  ${style.bold(digestHex)}\n`
    yield `        account    ${digestAddress}\n`
    yield* printEvent('created', created)
    if (created?.operators) yield `        operators  ${printOperators(created.operators)}\n`
    yield* printEvent('closed', closed)
  }
  yield style.dim(`${countText(periods)} in ${transactions} transactions\n`)
}

function* printEvent(name: string, event: SvmDigestEvent | null): Iterable<string> {
  if (event === null) return
  const time = printTimeOrNull(event.unixTime)
  const timeText = time === null ? '' : `, ${time}`
  yield `        ${name.padEnd(9)}  slot ${event.slot}${timeText}, by ${event.authority}\n`
}

function countText(periods: readonly SvmDigestPeriod[]): string {
  return `${periods.length} ${periods.length === 1 ? 'digest' : 'digests'}`
}
