import { parseAddress } from '@vaultwright/merkle'
import { safeLinkOf } from '@vaultwright/safe'
import {
  parseProposedCalls,
  printStatement,
  proposeBatch,
  stateProposal,
} from '@vaultwright/safe-service'
import { count, defineCommand, flag, required, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { handoverOptions, onSafe } from '../../handover/handover.ts'
import { openJournal } from '../../handover/journal.ts'
import { openSigner, signerOptions } from '../../handover/signer.ts'
import { readInput, textOf } from '../../input/input.ts'
import { printReason } from '../../print/packet.ts'
import { writeFileWhole } from '../../terminal/output-file.ts'

export const command = defineCommand({
  name: 'safe propose',
  summary: 'Propose a batch to the owners of a Safe',
  describe:
    'Puts a batch file into the queue of a Safe, at the first free nonce, signed by a delegate. The batch must be a Yes; the same calls are proposed once; the hash is compared with that of the Safe itself; the entry is read back, and gives way if another one took its nonce. Exit 0 if the calls are in the queue, 1 if they are refused.',
  positionals: { batch: { describe: 'A Safe batch file or evidence, or - for standard input' } },
  options: {
    safe: required(text('The Safe', 'address')),
    ...signerOptions,
    'owner-key': flag('Let a key of an owner sign: the proposal is then a confirmation, too'),
    again: flag('Propose calls once more whose nonce is used'),
    'dry-run': flag('Do everything but sign and post'),
    journal: text('A file that keeps what was proposed, a line of JSON each', 'file'),
    statement: text('Write what it does by a simulation, for safe follow', 'file'),
    'slippage-bps': count('Of --statement: how far below the simulation an amount may come in'),
    ...handoverOptions,
  },
  examples: [
    ['safe propose batch.json --safe 0x… --tree tree.json --dry-run', 'Would it be proposed?'],
    ['safe propose batch.json --safe 0x… --tree tree.json --key-env DELEGATE_KEY', 'Propose it'],
  ],
  run: async (args, context) => {
    const document = textOf(await readInput(args.batch, context), args.batch)
    const signer = args['dry-run'] ? null : await openSigner(args, context)
    if (signer === null && !args['dry-run'])
      throw new UsageError('Nobody signs. Give --signer-command or --key-env, or --dry-run.')
    return onSafe(
      args.safe ?? '',
      { words: args, context },
      async ({ chain, reader, services }) => {
        const [service, ...further] = services
        const account = { safe: parseAddress(args.safe ?? ''), chainId: chain.id }
        const calls = parseProposedCalls(document, account)
        const journal = openJournal(args.journal)
        const result = await proposeBatch(
          {
            reader,
            service,
            others: further,
            journal,
            signer,
            nowUnix: () => Math.floor(context.now() / 1_000),
            settle: () => new Promise((resolve) => void setTimeout(resolve, 2_000)),
          },
          {
            calls,
            origin: JSON.stringify({ name: 'Vaultwright', url: '' }),
            isAgain: args.again,
            isOwnerKeyAllowed: args['owner-key'],
            isConditionalAllowed: args['allow-conditional'],
          },
        )
        const { outcome, code, message, safeTxHash, nonce, transaction, verdict } = result
        if (args.statement !== undefined && transaction !== null) {
          const slippageBps = BigInt(args['slippage-bps'] ?? 0)
          const { account } = await reader()
          const statement = await stateProposal(chain, { account, transaction, slippageBps })
          await writeFileWhole(args.statement, [printStatement(statement)], context)
        }
        const link = safeTxHash === null ? null : safeLinkOf(account, safeTxHash)
        const isDone = ['proposed', 'already_proposed', 'would_propose'].includes(outcome)
        return {
          json: () => ({ ok: isDone, outcome, code, message, safeTxHash, nonce, link }),
          text: function* (style) {
            yield `${isDone ? style.green(message) : style.red(message)}\n`
            if (safeTxHash !== null) yield `safeTxHash  ${safeTxHash}\n`
            if (link !== null) yield `${link}\n`
            for (const reason of verdict?.reasons ?? []) yield* printReason(reason, style)
          },
          exit: () => (isDone ? 0 : 1),
        }
      },
    )
  },
})
