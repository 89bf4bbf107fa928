import type { Address } from '@vaultwright/base'

/** The contract of the chain below from which a rollup's confirmed state follows. */
type RollupAnchor = {
  readonly kind: 'op_stack' | 'arbitrum'
  readonly contract: Address
  /** The chain that the contract is on: elsewhere the address means nothing. */
  readonly under: number
}

// OP Stack: the portal. Source: ethereum-optimism/optimism at 12529c14, the superchain registry as kona embeds it;
// Base: superchain-registry, configs/mainnet/base.toml. Arbitrum: docs.arbitrum.io, contract addresses.
const anchors: Readonly<Record<number, Omit<RollupAnchor, 'under'>>> = {
  10: { kind: 'op_stack', contract: '0xbEb5Fc579115071764c7423A4f12eDde41f106Ed' },
  130: { kind: 'op_stack', contract: '0x0bd48f6B86a26D3a217d0Fa6FfE2B491B956A7a2' },
  8453: { kind: 'op_stack', contract: '0x49048044D57e1C92A77f79988d21Fa8fAF74E97e' },
  57073: { kind: 'op_stack', contract: '0x5d66C1782664115999C47c9fA5cd031f495D3e4F' },
  60808: { kind: 'op_stack', contract: '0x8AdeE124447435fE03e3CD24dF3f4cAE32E65a3E' },
  42161: { kind: 'arbitrum', contract: '0x4DCeB440657f21083db8aDd07665f8ddBe1DCfc0' },
}

/**
 * Finds the contract on Ethereum mainnet that a rollup's confirmed state follows from.
 *
 * @returns the portal of an OP Stack chain, the rollup contract of Arbitrum; null where none is on record here.
 */
export function rollupAnchorOf(chainId: number): RollupAnchor | null {
  const anchor = anchors[chainId]
  return anchor === undefined ? null : { ...anchor, under: 1 }
}
