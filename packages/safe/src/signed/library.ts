import { type Address, isSameAddress } from '@vaultwright/base'

/** A MultiSend library as its publisher deployed it. */
type MultiSendLibrary = {
  readonly name: 'MultiSend' | 'MultiSendCallOnly'
  /** Of the Safe contracts. */
  readonly version: string
  readonly address: Address
  /** Compiled for the machine of zkSync: it has code on chains of that machine alone. */
  readonly isForZkSync?: true
}

/** Chains of zkSync's machine: libraries that are not compiled for it have no code there. */
const zkSyncChains: ReadonlySet<number> = new Set([232, 300, 324, 2741, 11124, 37111, 50104])

/**
 * The MultiSend libraries of the Safe contracts. A chain may have others: none of these is a hint, not
 * a proof.
 *
 * Source: safe-deployments of the Safe project, `multi_send.json` and `multi_send_call_only.json`.
 */
export const multiSendLibraries: readonly MultiSendLibrary[] = [
  {
    name: 'MultiSendCallOnly',
    version: '1.5.0',
    address: '0xA83c336B20401Af773B6219BA5027174338D1836',
  },
  { name: 'MultiSend', version: '1.5.0', address: '0x218543288004CD07832472D464648173c77D7eB7' },
  {
    name: 'MultiSendCallOnly',
    version: '1.4.1',
    address: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  },
  {
    name: 'MultiSendCallOnly',
    version: '1.4.1',
    address: '0x0408EF011960d02349d50286D20531229BCef773',
    isForZkSync: true,
  },
  { name: 'MultiSend', version: '1.4.1', address: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526' },
  {
    name: 'MultiSend',
    version: '1.4.1',
    address: '0x309D0B190FeCCa8e1D5D8309a16F7e3CB133E885',
    isForZkSync: true,
  },
  {
    name: 'MultiSendCallOnly',
    version: '1.3.0',
    address: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  },
  {
    name: 'MultiSendCallOnly',
    version: '1.3.0',
    address: '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  },
  {
    name: 'MultiSendCallOnly',
    version: '1.3.0',
    address: '0xf220D3b4DFb23C4ade8C88E526C1353AbAcbC38F',
    isForZkSync: true,
  },
  { name: 'MultiSend', version: '1.3.0', address: '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761' },
  { name: 'MultiSend', version: '1.3.0', address: '0x998739BFdAAdde7C933B942a68053933098f9EDa' },
  {
    name: 'MultiSend',
    version: '1.3.0',
    address: '0x0dFcccB95225ffB03c6FBB2559B530C2B7C8A912',
    isForZkSync: true,
  },
  { name: 'MultiSend', version: '1.1.1', address: '0x8D29bE29923b68abfDD21e541b9374737B49cdAD' },
]

/** Finds the MultiSend library of an address; null when it is none that is known. */
export function multiSendLibraryOf(address: Address): MultiSendLibrary | null {
  return multiSendLibraries.find((library) => isSameAddress(library.address, address)) ?? null
}

/**
 * Tells whether a library cannot have code on a chain, so that borrowing it does nothing.
 *
 * @returns false where it may have: only the chain tells.
 */
export function isWithoutCodeOn(
  { isForZkSync }: Pick<MultiSendLibrary, 'isForZkSync'>,
  chainId: number,
): boolean {
  return (isForZkSync === true) !== zkSyncChains.has(chainId)
}

/**
 * Finds the library that the Safe web app takes for calls of a Safe of a version.
 *
 * @param name - `MultiSend` where delegate calls are among the calls. Default: the one that makes calls alone.
 * @returns the first of its version's; MultiSend before 1.3.0, which made both.
 */
export function usualMultiSendOf(
  version: string,
  name: MultiSendLibrary['name'] = 'MultiSendCallOnly',
): MultiSendLibrary {
  const [plain = ''] = version.split('+')
  const [, minor] = plain.split('.').map(Number)
  const isEarly = Number(minor) < 3
  const libraries = multiSendLibraries.filter((library) => isEarly || library.name === name)
  const usual = libraries.find((library) => library.version === plain)
  return usual ?? libraries.find((library) => library.version === (isEarly ? '1.1.1' : '1.3.0'))!
}
