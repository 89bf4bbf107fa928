import { Common, Mainnet } from '@ethereumjs/common'
import { EVMError, type EVMOpts, getActivePrecompiles } from '@ethereumjs/evm'
import type { Address } from '@vaultwright/base'
import type { OpStackHardfork } from '@vaultwright/registry'

type CustomPrecompile = NonNullable<EVMOpts['customPrecompiles']>[number]
type Precompile = Extract<CustomPrecompile, { readonly function: unknown }>['function']

/** The account that every block of an OP Stack chain pays its fees to. Source: specs.optimism.io, derivation. */
export const sequencerFeeVault: Address = '0x4200000000000000000000000000000000000011'

/**
 * The contract that the first transaction of every block of an OP Stack chain writes: what the chain below has.
 * Its next values are not known before that block. Source: specs.optimism.io, L1 attributes deposited transaction.
 */
export const l1BlockContract: Address = '0x4200000000000000000000000000000000000015'

const pairing = '08'
const g1Msm = '0c'
const g2Msm = '0e'
const blsPairing = '0f'
const p256Verify = '100'
/** The price of a P-256 signature before Karst took that of Osaka. Source: RIP-7212. */
const p256Gas = 3450n

const isthmusLimits = { [g1Msm]: 513_760, [g2Msm]: 488_448, [blsPairing]: 235_008 } as const
const jovianLimits = { [g1Msm]: 288_960, [g2Msm]: 278_784, [blsPairing]: 156_672 } as const

/** The most bytes that precompiles take, by address. Source: specs.optimism.io, Granite, Isthmus, Jovian, Karst. */
const limits: Readonly<Record<OpStackHardfork, Readonly<Record<string, number>>>> = {
  canyon: {},
  ecotone: {},
  fjord: {},
  granite: { [pairing]: 112_687 },
  holocene: { [pairing]: 112_687 },
  isthmus: { [pairing]: 112_687, ...isthmusLimits },
  jovian: { [pairing]: 81_984, ...jovianLimits },
  karst: { [pairing]: 57_600, ...jovianLimits },
}

const hasP256AtOldPrice: ReadonlySet<OpStackHardfork> = new Set([
  'fjord',
  'granite',
  'holocene',
  'isthmus',
  'jovian',
])

/** Makes the precompiles in which an upgrade of the OP Stack differs from the Ethereum rules that it is built on. */
export function opStackPrecompiles(hardfork: OpStackHardfork, common: Common): CustomPrecompile[] {
  const standard = getActivePrecompiles(common)
  const limited = Object.entries(limits[hardfork]).map(([address, maxBytes]) => ({
    address: `0x${address.padStart(40, '0')}` as const,
    function: limitedTo(maxBytes, standard.get(address.padStart(40, '0'))!),
  }))
  if (!hasP256AtOldPrice.has(hardfork)) return limited
  const osaka = getActivePrecompiles(new Common({ chain: Mainnet, hardfork: 'osaka' }))
  const address = p256Verify.padStart(40, '0')
  return [...limited, { address: `0x${address}`, function: atOldPrice(osaka.get(address)!) }]
}

/** Longer input fails and takes all gas. */
function limitedTo(maxBytes: number, precompile: Precompile): Precompile {
  return (input) => (input.data.length > maxBytes ? failed(input.gasLimit) : precompile(input))
}

/** The price is the same whatever the signature is. */
function atOldPrice(precompile: Precompile): Precompile {
  return async (input) => {
    if (input.gasLimit < p256Gas) return failed(input.gasLimit)
    const result = await precompile({ ...input, gasLimit: 2n ** 63n })
    return { ...result, executionGasUsed: p256Gas }
  }
}

function failed(gasLimit: bigint) {
  return {
    executionGasUsed: gasLimit,
    returnValue: new Uint8Array(0),
    exceptionError: new EVMError(EVMError.errorMessages.OUT_OF_GAS),
  }
}
