import { readFileSync } from 'node:fs'
import type { ControlAccount, ControlState } from '@vaultwright/access-control'
import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { openAnvil } from '@vaultwright/chain'
import {
  type Abi,
  encodeAbiParameters,
  encodeDeployData,
  getContractAddress,
  keccak256,
  numberToHex,
  padHex,
} from 'viem'
import { artifactPathOf } from '../../fork/artifact.ts'
import { safeReleases } from '../market/safe.ts'
import { realArtifactOf } from '../package/real-artifact.ts'
import { encodeChainCall, openRealChain, type RealChain } from '../world/real-chain.ts'
import { attacker } from './attack-call.ts'
import { withAddresses } from './configuration.ts'
import { toolCodes, tools } from './tool-code.ts'

/** A configuration as contracts on a node. */
export type BuiltControl = {
  /** The configuration by the addresses of its contracts. */
  readonly state: ControlState
  /** The key that unknown code obeys, by the account of that code. */
  readonly masters: ReadonlyMap<Address, Address>
  readonly addresses: ReadonlyMap<Address, Address>
}

/** The account that deploys, and no power stays with it. */
const builder: Address = `0x${'b1'.repeat(20)}`
const listStart: Address = `0x${'1'.padStart(40, '0')}`

const contractNames = [
  'Vault',
  'Manager',
  'AccountantRateProviders',
  'TellerWithBuffer',
  'Deployer',
  'Pauser',
  'RolesAuthority',
  'TimelockController',
  'TransparentUpgradeableProxy',
  'Drone',
  'OpenForwarder',
  'OwnForwarder',
  'UnknownHolder',
] as const
type ContractName = (typeof contractNames)[number]
type Artifacts = ReadonlyMap<ContractName, { readonly abi: Abi; readonly code: Hex }>

/** Starts a node with what every configuration shares: Safes as published, the attacker's tools, the account that sets up. */
export async function openControlSite() {
  const anvil = await openAnvil({
    arguments: ['--hardfork', 'prague', '--gas-limit', '300000000', '--base-fee', '0'],
  })
  const chain = await openRealChain(anvil, { owner: builder })
  for (const { version, real, contract } of safeReleases) {
    for (const [part, path] of [
      ['code', contract],
      ['factory', `proxies/${contract}ProxyFactory`],
    ] as const) {
      const file = path.slice(path.lastIndexOf('/') + 1)
      const artifact = await realArtifactOf(
        real,
        `build/artifacts/contracts/${path}.sol/${file}.json`,
      )
      await chain.deploy(`Safe ${version} ${part}`, artifact)
    }
  }
  const artifacts: Artifacts = new Map(
    await Promise.all(
      contractNames.map(async (name) => {
        const { abi, bytecode } = JSON.parse(readFileSync(await artifactPathOf(name), 'utf8'))
        return [name, { abi: abi as Abi, code: bytecode.object as Hex }] as const
      }),
    ),
  )
  for (const [address, code] of toolCodes) await chain.ask('anvil_setCode', address, code)
  const { abi, code } = artifacts.get('Deployer')!
  const data = encodeDeployData({ abi, bytecode: code, args: [builder] })
  const { contractAddress } = await chain.send({ from: builder, data })
  const setter = contractAddress!.toLowerCase() as Address
  return {
    chain,
    build: (names: ControlState, seed: number) =>
      buildControl({ chain, artifacts, setter }, names, seed),
  }
}

type Site = { readonly chain: RealChain; readonly artifacts: Artifacts; readonly setter: Address }

async function buildControl(site: Site, names: ControlState, seed: number): Promise<BuiltControl> {
  const { chain, setter } = site
  const addresses = new Map<Address, Address>()
  const masters = new Map<Address, Address>()
  const deployments: (readonly [Address, ContractName, readonly unknown[]])[] = []
  let nonce = 0n
  const plan = (name: ContractName, args: (of: Of) => readonly unknown[]): Address => {
    const address = getContractAddress({ from: builder, nonce }).toLowerCase() as Address
    nonce += 1n
    later.push(() => deployments.push([address, name, args(of)]))
    return address
  }
  const later: (() => void)[] = []
  const of: Of = (name) => addresses.get(name) ?? name
  const masterOf = (name: Address): Address => {
    const master = `0x${keccak256(name).slice(26)}` as Address
    masters.set(name, master)
    return master
  }
  const lent = new Map<Address, Address>()
  for (const [name, account] of names) {
    if (account.kind !== 'safe') continue
    addresses.set(name, await emptySafe(chain, seed + addresses.size))
    if (!account.isComplete) masterOf(name)
  }
  nonce = BigInt((await chain.ask('eth_getTransactionCount', builder, 'latest')) as Hex)
  for (const [name, account] of names) {
    const behind = account.kind === 'proxy' ? account.behind : account
    if (behind.kind === 'delegated') {
      const code = (
        { anybody: 'OpenForwarder', key_only: 'OwnForwarder', unknown: 'UnknownHolder' } as const
      )[behind.opening]
      const args = behind.opening === 'unknown' ? [masterOf(name)] : []
      lent.set(
        name,
        plan(code, () => args),
      )
    }
    if (behind.kind === 'unknown') {
      const master = masterOf(name)
      addresses.set(
        name,
        plan('UnknownHolder', () => [master]),
      )
    }
    const code = codeOf(behind, setter)
    if (code === null) continue
    const address = plan(...code)
    const admin = account.kind === 'proxy' ? account.admin : null
    addresses.set(
      name,
      admin === null
        ? address
        : plan('TransparentUpgradeableProxy', () => [address, of(admin), '0x']),
    )
  }
  for (const fill of later) fill()
  for (const [address, name, args] of deployments) await deploy(site, [address, name, args])
  const state = new Map(withAddresses(names, addresses))
  const built = { state, masters: withAddresses(masters, addresses), addresses }
  await finish(site, built, { lent, deployments })
  return built
}

type Of = (name: Address) => Address

async function deploy(
  { chain, artifacts }: Site,
  [address, name, args]: readonly [Address, ContractName, readonly unknown[]],
): Promise<void> {
  const { abi, code } = artifacts.get(name)!
  const data = encodeDeployData({ abi, bytecode: code, args: [...args] })
  const { contractAddress } = await chain.send({ from: builder, data })
  if (contractAddress?.toLowerCase() !== address) throw new Error(`${name} is at another address.`)
}

/** A Safe of one of the versions that is not set up. */
async function emptySafe(chain: RealChain, seed: number): Promise<Address> {
  const { version } = safeReleases[seed % safeReleases.length]!
  const factory = chain.of(`Safe ${version} factory`)
  const args = [chain.of(`Safe ${version} code`), '0x', BigInt(seed)]
  const data = encodeChainCall({ call: 'createProxyWithNonce(address,bytes,uint256)', args })
  const answer = (await chain.ask(
    'eth_call',
    { from: builder, to: factory, data },
    'latest',
  )) as Hex
  await chain.send({ from: builder, to: factory, data })
  return `0x${answer.slice(-40)}`
}

/** The contract of an account and its arguments; null for what is no contract of its own. */
function codeOf(
  account: ControlAccount,
  setter: Address,
): readonly [ContractName, (of: Of) => readonly unknown[]] | null {
  switch (account.kind) {
    case 'forwarder': {
      const { by } = account
      return by === null ? ['OpenForwarder', () => []] : ['Drone', (of) => [of(by), 0n]]
    }
    case 'timelock': {
      const { minDelay, proposers, executors, admins } = account
      // It is its own admin from the start, and takes one more.
      const admin = admins[1] ?? zeroAddress
      return [
        'TimelockController',
        (of) => [BigInt(minDelay), proposers.map(of), executors.map(of), of(admin)],
      ]
    }
    case 'authority':
      return ['RolesAuthority', () => [setter]]
    case 'contract':
      return contractOf(account.part, setter)
    default:
      return null
  }
}

function contractOf(
  part: Extract<ControlAccount, { kind: 'contract' }>['part'],
  setter: Address,
): readonly [ContractName, (of: Of) => readonly unknown[]] {
  const [vault, accountant] = ['7661756c74', '6163636f756e74616e74'].map(
    (digits): Address => `0x${digits.padEnd(40, '0')}`,
  ) as [Address, Address]
  switch (part.of) {
    case 'vault':
      return ['Vault', () => [setter, 'Vault', 'V', 18]]
    case 'manager':
      return ['Manager', (of) => [setter, of(vault), builder]]
    case 'accountant':
      return [
        'AccountantRateProviders',
        (of) => [setter, of(vault), builder, 10n ** 18n, tools.yes, 10_100, 9_900, 0, 0, 0],
      ]
    case 'teller':
      return ['TellerWithBuffer', (of) => [setter, of(vault), of(accountant), tools.yes]]
    case 'deployer':
      return ['Deployer', () => [setter]]
    case 'pauser':
      return ['Pauser', (of) => [setter, part.pausables.map(of)]]
    default:
      throw new Error(`No random configuration has a ${part.of}.`)
  }
}

/** Slots that a constructor writes and a proxy lacks. */
const constructorSlots = 12

async function finish(
  { chain, setter }: Site,
  { state, masters }: BuiltControl & { readonly state: Map<Address, ControlAccount> },
  {
    lent,
    deployments,
  }: {
    readonly lent: ReadonlyMap<Address, Address>
    readonly deployments: readonly (readonly [Address, ContractName, readonly unknown[]])[]
  },
): Promise<void> {
  const call = (signature: string, args: readonly unknown[]) =>
    encodeChainCall({ call: signature, args })
  const wordOf = (value: bigint | Address) =>
    padHex(typeof value === 'bigint' ? numberToHex(value) : value, { size: 32 })
  const proxies = deployments.filter(([, name]) => name === 'TransparentUpgradeableProxy')
  for (const [proxy, , [code]] of proxies) {
    await copySlots(chain, code as Address, proxy)
    const account = state.get(proxy)
    if (account?.kind !== 'proxy') throw new Error(`${proxy} is no proxy.`)
    const admin = getContractAddress({ from: proxy, nonce: 1n }).toLowerCase() as Address
    const owner = account.admin
    state.set(proxy, { ...account, admin })
    state.set(admin, {
      kind: 'contract',
      auth: { owner, authority: zeroAddress },
      part: { of: 'proxy_admin' },
      functions: new Set(),
      isKnown: true,
    })
  }
  const setting: { target: Address; data: Hex; value: bigint }[] = []
  const set = (target: Address, signature: string, args: readonly unknown[]) =>
    setting.push({ target, data: call(signature, args), value: 0n })
  const opened = [...state].map(
    ([address, account]) => [address, account.kind === 'proxy' ? account.behind : account] as const,
  )
  for (const [address, account] of opened) {
    if (account.kind === 'key' || account.kind === 'delegated')
      await chain.ask('anvil_setNonce', address, '0x1')
    const code = lent.get(address)
    if (code !== undefined) await chain.ask('anvil_setCode', address, `0xef0100${code.slice(2)}`)
    if (account.kind === 'safe' && account.threshold > 0) {
      const { owners, threshold, modules, fallbackHandler } = account
      const terms = [
        owners,
        BigInt(threshold),
        zeroAddress,
        '0x',
        fallbackHandler,
        zeroAddress,
        0n,
        zeroAddress,
      ]
      const setup = 'setup(address[],uint256,address,bytes,address,address,uint256,address)'
      await chain.send({ from: builder, to: address, data: call(setup, terms) })
      for (const module of modules)
        await chain.send({
          from: address,
          to: address,
          data: call('enableModule(address)', [module]),
        })
      const hidden = masters.get(address)
      if (hidden !== undefined) {
        const slot = keccak256(
          encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [hidden, 1n]),
        )
        await chain.ask('anvil_setStorageAt', address, slot, wordOf(listStart))
      }
    }
    if (account.kind === 'authority') {
      for (const [user, bits] of account.roles)
        for (const bit of bitsOf(bits))
          set(address, 'setUserRole(address,uint8,bool)', [user, bit, true])
      for (const [capability, bits] of account.capabilities)
        for (const bit of bitsOf(bits))
          set(address, 'setRoleCapability(uint8,address,bytes4,bool)', [
            bit,
            ...capability.split(' '),
            true,
          ])
      for (const capability of account.open)
        set(address, 'setPublicCapability(address,bytes4,bool)', [...capability.split(' '), true])
    }
    if (account.kind !== 'contract') continue
    const { part } = account
    if ((part.of === 'manager' || part.of === 'teller') && part.isPaused)
      set(address, 'pause()', [])
    if (part.of === 'teller')
      set(address, 'updateAssetData(address,bool,bool,uint16)', [tools.yes, true, true, 0])
    if (part.of === 'pauser')
      for (const [sender, contract] of part.senders)
        set(address, 'updateSenderToPausable(address,address)', [sender, contract])
    if (part.of === 'vault') {
      // Whoever withdraws has shares.
      for (const holder of [attacker, ...state.keys(), ...masters.values()])
        set(address, 'enter(address,address,uint256,address,uint256)', [
          zeroAddress,
          zeroAddress,
          0n,
          holder,
          10n ** 20n,
        ])
    }
  }
  const guarded = opened.flatMap(([address, account]) =>
    (account.kind === 'contract' && account.part.of !== 'proxy_admin') ||
    account.kind === 'authority'
      ? [{ address, auth: account.auth }]
      : [],
  )
  for (const { address, auth } of guarded) set(address, 'transferOwnership(address)', [auth.owner])
  await chain.send({
    from: builder,
    to: setter,
    data: call('bundleTxs((address target,bytes data,uint256 value)[] txs)', [setting]),
  })
  // The owner sets the authority last: one that reverts closes everything else.
  for (const { address, auth } of guarded) {
    if (auth.authority === zeroAddress) continue
    const data = call('setAuthority(address)', [auth.authority])
    await chain.send({ from: auth.owner, to: address, data })
  }
}

async function copySlots(chain: RealChain, from: Address, to: Address): Promise<void> {
  for (let slot = 0; slot < constructorSlots; slot++) {
    const key = numberToHex(slot, { size: 32 })
    const value = (await chain.ask('eth_getStorageAt', from, key, 'latest')) as Hex
    if (BigInt(value) !== 0n) await chain.ask('anvil_setStorageAt', to, key, value)
    if (slot === pausableSlot) await copyList(chain, { from, to, length: Number(BigInt(value)) })
  }
}

/** The slot of a Pauser's list; another contract's number there is no length, or copies nothing. */
const pausableSlot = 2

async function copyList(
  chain: RealChain,
  { from, to, length }: { readonly from: Address; readonly to: Address; readonly length: number },
): Promise<void> {
  const first = BigInt(keccak256(numberToHex(pausableSlot, { size: 32 })))
  for (let index = 0; index < Math.min(length, 8); index++) {
    const key = numberToHex(first + BigInt(index), { size: 32 })
    const value = (await chain.ask('eth_getStorageAt', from, key, 'latest')) as Hex
    if (BigInt(value) !== 0n) await chain.ask('anvil_setStorageAt', to, key, value)
  }
}

/** The roles of a map of bits. */
export function bitsOf(bits: bigint): readonly number[] {
  return Array.from({ length: 256 }, (_, bit) => bit).filter((bit) => (bits >> BigInt(bit)) & 1n)
}
