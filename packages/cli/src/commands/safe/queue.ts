import { entryEvidenceOf } from '@vaultwright/packet'
import { type JudgedEntry, judgeQueue, withTokenUnits } from '@vaultwright/safe-service'
import { defineCommand } from '../../command/command.ts'
import { entryJsonOf, handoverOptions, isAccepted, onSafe } from '../../handover/handover.ts'
import { printLayer, printReason } from '../../print/packet.ts'
import type { Json } from '../../terminal/context.ts'
import { printSafely } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'safe queue',
  summary: 'Check what waits in the queue of a Safe',
  describe:
    'Checks every transaction that waits at a service for the owners of a Safe: Yes, No or Incomplete, with a sentence a reason. Owners, threshold, nonce and hash rule come from the chain, at one block; hashes are computed again, signatures recovered, and the calls judged as packet judges them. No device takes part, so a Yes means that an entry may be proposed or confirmed: each signer still compares the hashes. Exit 0 if every entry is a Yes, 1 otherwise.',
  positionals: { safe: { describe: 'The Safe', value: 'address' } },
  options: handoverOptions,
  examples: [
    ['safe queue 0x… --chain mainnet --tree tree.json', 'May the owners confirm what waits?'],
    [
      'safe queue 0x… --chain mainnet --tree tree.json --service transaction --service queue',
      'Two services',
    ],
  ],
  run: async (args, context) =>
    onSafe(args.safe, { words: args, context }, async ({ reader, services }) => {
      const safeAtBlock = await reader()
      const queue = await judgeQueue(safeAtBlock, services)
      const namingOf = ({ verdict }: JudgedEntry) =>
        withTokenUnits(entryEvidenceOf(verdict, safeAtBlock.evidence).naming, queue.units)
      const { account, entries, findings, nextNonce, unprovenBecause } = queue
      const isEachAccepted =
        entries.every((entry) => isAccepted(entry, args['allow-conditional'])) &&
        findings.every(({ weight }) => weight === 'note')
      return {
        json: () => ({
          ok: isEachAccepted,
          account: account as unknown as Json,
          unprovenBecause,
          nextNonce,
          findings: findings as unknown as Json,
          entries: entries.map((entry) => entryJsonOf(entry, queue)),
        }),
        text: function* (style) {
          const { safe, version, threshold, owners, nonce, blockNumber } = account
          yield `${style.bold(`Safe ${safe}`)}  ${version}, ${threshold} of ${owners.length} owners, nonce ${nonce} at block ${blockNumber}\n`
          if (unprovenBecause !== null)
            yield style.yellow(`The node's word: ${printSafely(unprovenBecause)}.\n`)
          for (const judged of entries) {
            const { state, verdict, verified } = judged
            const naming = namingOf(judged)
            const { signatures, entry, hash } = verified
            const signed = `${signatures.length} of ${threshold} signatures`
            yield `\n${style.bold(`Nonce ${entry.transaction.nonce}  ${verdict.answer}`)}  ${state}, ${signed}\n  ${hash}\n`
            for (const layer of verdict.calls) yield* printLayer(layer, { naming, style })
            for (const reason of verdict.reasons) yield* printReason(reason, style)
          }
          yield '\n'
          for (const { weight, message } of findings)
            yield `${weight === 'note' ? 'note' : style.red(weight)}  ${printSafely(message)}\n`
          yield `Next free nonce: ${nextNonce}\n`
        },
        exit: () => (isEachAccepted ? 0 : 1),
      }
    }),
})
