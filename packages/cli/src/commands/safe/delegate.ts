import { parseAddress } from '@vaultwright/merkle'
import { delegateTypedDataOf } from '@vaultwright/safe'
import { defineCommand, required, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { serviceOptions, servicesOf } from '../../handover/handover.ts'
import { chainOfWord } from '../../input/chain.ts'
import type { Json } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'safe delegate',
  summary: 'Name a delegate of a Safe, who may propose',
  describe:
    'Names a delegate of one Safe at its service: an account that may propose, and never confirm or move anything. Without --signature it prints the typed data that an owner signs, which holds for this hour and the next; with --signature it posts it.',
  positionals: { safe: { describe: 'The Safe', value: 'address' } },
  options: {
    delegate: required(text('The account that may propose', 'address')),
    owner: text('The owner who signs; needed with --signature', 'address'),
    label: text('The name of the delegate at the service; default: vaultwright', 'text'),
    expires: text('The day after which it may propose no more, as in 2027-03-01', 'day'),
    signature: text("The owner's signature of the typed data", 'hex'),
    chain: required(text('The chain of the Safe, name or id', 'name')),
    ...serviceOptions,
  },
  examples: [
    ['safe delegate 0x… --delegate 0x… --chain mainnet', 'What does the owner sign?'],
    ['safe delegate 0x… --delegate 0x… --owner 0x… --signature 0x… --chain mainnet', 'Post it'],
  ],
  run: async (args, context) => {
    const [safe, delegate] = [parseAddress(args.safe), parseAddress(args.delegate ?? '')]
    const { id: chainId } = chainOfWord(args.chain ?? '', 'chain')
    const { signature, owner, label = 'vaultwright', expires } = args
    const atUnix = Math.floor(context.now() / 1_000)
    const typedData = delegateTypedDataOf({ delegate, chainId, atUnix })
    if (signature === undefined) {
      const json = JSON.stringify(typedData, null, 2)
      return { json: () => typedData as unknown as Json, text: () => [`${json}\n`], exit: () => 0 }
    }
    if (owner === undefined || !/^0x[0-9a-fA-F]{130}$/.test(signature))
      throw new UsageError(
        'A signature of 65 bytes and its owner are needed. Give --signature and --owner.',
      )
    if (expires !== undefined && !/^\d{4}-\d\d-\d\d$/.test(expires))
      throw new UsageError(
        `--expires cannot be ${JSON.stringify(expires)}. Give a day, as in 2027-03-01.`,
      )
    const [service] = servicesOf(args, chainId, context)
    const expiresAt = expires === undefined ? null : `${expires}T00:00:00Z`
    const draft = { safe, delegate, delegator: parseAddress(owner), label, expiresAt }
    await service.addDelegate({ ...draft, signature: signature as `0x${string}` })
    const delegates = await service.delegates(safe)
    return {
      json: () => ({ ok: true, delegates }),
      text: () => delegates.map((row) => `${row.delegate}  named by ${row.delegator}\n`),
      exit: () => 0,
    }
  },
})
