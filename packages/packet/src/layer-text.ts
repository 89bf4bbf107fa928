import { isSameAddress, zeroAddress } from '@vaultwright/base'
import type { SignedCall } from '@vaultwright/safe'

/** The text of a layer: the first part is its name, the second what it says of itself. */
type LayerText = { readonly title: string; readonly detail: string }

/** Says what a layer of something signed is. */
export function layerTextOf(call: SignedCall): LayerText {
  const count = `${call.children.length} ${call.children.length === 1 ? 'call' : 'calls'}`
  switch (call.kind) {
    case 'safe_batch': {
      const { name, chainId } = call.facts
      return { title: 'Safe batch', detail: ` ${JSON.stringify(name)}, ${count}, chain ${chainId}` }
    }
    case 'safe_transaction':
      return { title: 'Safe transaction', detail: '' }
    case 'multi_send':
      return { title: 'MultiSend', detail: `, ${count}` }
    case 'multicall':
      return { title: `Multicall3: ${call.facts.function}`, detail: `, ${count}` }
    case 'timelock': {
      const { act, delaySeconds } = call.facts
      const delay = delaySeconds === null ? '' : ` in ${delaySeconds} s`
      return { title: `timelock: ${act}`, detail: `${delay}, ${count}` }
    }
    case 'manager_batch':
      return { title: 'Manager batch', detail: '' }
    case 'admin_call': {
      const { signature, contracts } = call.facts
      return { title: signature, detail: ` (${contracts.join(', ')})` }
    }
    case 'call':
      return { title: 'call', detail: ` ${selectorTextOf(call.data)}` }
  }
}

/** Says what a layer states besides its calls, a line each. */
export function layerFactsOf(call: SignedCall): readonly string[] {
  if (call.kind === 'safe_transaction') return [termsOf(call.facts)].filter((line) => line !== '')
  if (call.kind === 'timelock') {
    const { id, predecessor, salt } = call.facts
    return [
      `operation ${id}`,
      ...(BigInt(predecessor) > 0n ? [`after ${predecessor}`] : []),
      ...(BigInt(salt) > 0n ? [`salt ${salt}`] : []),
    ]
  }
  if (call.kind !== 'admin_call' || call.children.length > 0) return []
  return Object.entries(call.facts.arguments).map(
    ([name, value]) => `${name}  ${argumentTextOf(value)}`,
  )
}

function termsOf(facts: Extract<SignedCall, { kind: 'safe_transaction' }>['facts']): string {
  const { nonce, chainId, isChainBound, statedHash, signatures } = facts
  const amounts = ['safeTxGas', 'baseGas', 'gasPrice'] as const
  const accounts = ['gasToken', 'refundReceiver'] as const
  return [
    ...(nonce === null ? [] : [`nonce ${nonce}`]),
    ...(chainId === null ? [] : [`chain ${chainId}`]),
    ...(isChainBound === false ? ['no chain in its domain: signatures hold on every chain'] : []),
    ...amounts.flatMap((name) => (facts[name] === 0n ? [] : [`${name} ${facts[name]}`])),
    ...accounts.flatMap((name) =>
      isSameAddress(facts[name], zeroAddress) ? [] : [`${name} ${facts[name]}`],
    ),
    ...(signatures === null ? [] : [`${signatures.length / 2 - 1} bytes of signatures`]),
    ...(statedHash === null ? [] : [`states the hash ${statedHash}`]),
  ].join(', ')
}

/** Names a call by its selector and its size. */
export function selectorTextOf(data: string): string {
  const size = data.length / 2 - 1
  if (size === 0) return 'without calldata'
  return `${data.slice(0, 10)} (${size} ${size === 1 ? 'byte' : 'bytes'})`
}

/** Prints an argument of a call that governs. */
export function argumentTextOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(argumentTextOf).join(', ')}]`
  return String(value)
}
