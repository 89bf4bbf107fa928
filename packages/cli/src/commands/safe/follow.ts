import { followExecution, parseStatement } from '@vaultwright/safe-service'
import { defineCommand, required, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readJson } from '../../input/input.ts'
import { blockTagOf, nodeOptions } from '../../input/node-option.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'safe follow',
  summary: 'Compare the execution of a Safe transaction with its statement',
  describe:
    'Finds the execution of a Safe transaction on the chain and compares it with what was stated when it was proposed: amounts, approvals that stay, balances around the block, modules and governance. No service is asked. Only a final block ends a case: the default is finalized. Exit 0 if it was executed as said, 1 otherwise, also while it is pending.',
  positionals: { hash: { describe: 'The safeTxHash', value: 'hex' } },
  options: {
    statement: required(text('The statement that safe propose wrote', 'file')),
    ...nodeOptions,
    block: text(
      'The last block that is read: number, hash, latest, safe or finalized; default: finalized',
      'block',
    ),
  },
  examples: [['safe follow 0x… --statement statement.json --chain mainnet', 'Did it do as said?']],
  run: async (args, context) => {
    const file = args.statement ?? ''
    const statement = await parseStatement(await readJson(file, context), file)
    if (args.hash.toLowerCase() !== statement.safeTxHash) {
      const message = `The statement is of ${statement.safeTxHash}, not of ${args.hash}. Give its own file.`
      throw new UsageError(message, { option: 'statement', value: args.hash })
    }
    const { onChain } = await import('../../input/node.ts')
    const followed = await onChain(
      { ...args, chain: args.chain ?? String(statement.chainId) },
      context,
      (chain) => followExecution(chain, statement, blockTagOf(args.block ?? 'finalized')),
    )
    const { outcome, differences, execution, replacedBy } = followed
    const isAsSaid = outcome === 'executed_as_said'
    const block = execution === null ? null : execution.block.number
    return {
      json: () => ({
        ok: isAsSaid,
        outcome,
        differences,
        replacedBy,
        execution: execution === null ? null : { ...execution, block },
      }),
      text: function* (style) {
        yield `${isAsSaid ? style.green(outcome) : style.red(outcome)}\n`
        if (execution !== null)
          yield* printPairs(
            [
              ['transaction', execution.transactionHash],
              ['block', String(block)],
              ['basis', execution.basis],
            ],
            style,
          )
        if (replacedBy !== null) yield `replaced by ${replacedBy}\n`
        for (const { code, message } of differences)
          yield `  ${printSafely(message)} ${style.dim(`[${code}]`)}\n`
      },
      exit: () => (isAsSaid ? 0 : 1),
    }
  },
})
