import { type Address, getAddress, getContractAddress, type Hex, toFunctionSelector } from 'viem'
import { accountOf } from './account.ts'
import { artifactOf } from './artifact.ts'
import { controlPieces } from './control/control-plan.ts'
import type { Of, Piece } from './plan/piece.ts'
import { pieces, type VaultPlan, vaultPlans } from './plan/plan.ts'
import { dataOf, initCodeOf, type Session, type Transaction } from './session.ts'
import type { Step } from './step.ts'
import { relayerOf, swapPieces } from './swap/swap-plan.ts'

/** The usual address of the contract that reads many things in one call. */
export const multicall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Roles by the numbers of deploy scripts. */
const role = {
  manager: 1,
  minter: 2,
  burner: 3,
  internal: 4,
  pauser: 5,
  strategist: 7,
  owner: 8,
  updater: 11,
  solver: 12,
}

/** The number of contracts that fit in one block beside a limit of 100 million gas. */
const perBlock = 8

/**
 * Deploys every piece of the plan at the address of its name, and connects the two vaults.
 *
 * @param session - an empty chain.
 * @param fromUnix - the time of the first block · unix s.
 * @returns where everything is, and the time of the last block.
 */
export async function deploy(
  session: Session,
  fromUnix: number,
): Promise<{
  readonly of: Of
  readonly names: ReadonlyMap<string, Address>
  readonly atUnix: number
}> {
  const from = accountOf('owner')
  await session.request('anvil_setCode', [multicall, artifactOf('Multicall3').code])
  let atUnix = fromUnix
  const next = () => {
    atUnix += 12
    return atUnix
  }
  const create = { from, to: null, data: initCodeOf('Deployer', [from]), what: 'the deployer' }
  await session.block(next(), [create])
  const deployer = getContractAddress({ from, nonce: 0n })
  const names = new Map<string, Address>([['Deployer', deployer]])
  for (const { name } of [...pieces, ...swapPieces, ...controlPieces]) {
    names.set(name, await addressOf(session, deployer, name))
  }
  const of: Of = (name) => {
    const address = names.get(name)
    if (address === undefined) throw new Error(`Nothing is named ${name}.`)
    return address
  }
  names.set('CoW vault relayer', relayerOf(of))
  await deployPieces({ session, of, pieces, next })
  for (const plan of vaultPlans) await session.block(next(), connectionsOf(plan, of))
  return { of, names, atUnix }
}

/** The place and time of deployments. */
type Deployment = {
  readonly session: Session
  readonly of: Of
  readonly pieces: readonly Piece[]
  /** Tells the time of the next block · unix s. */
  readonly next: () => number
}

/** Deploys pieces in their order, some of them in each block. */
export async function deployPieces({ session, of, pieces, next }: Deployment): Promise<void> {
  const deployer = of('Deployer')
  const deployments = pieces.flatMap((piece) => [
    deploymentOf(piece, { deployer, of }),
    ...(piece.setUp?.(of) ?? []).map((step) => transactionOf(step, of)),
  ])
  for (let index = 0; index < deployments.length; index += perBlock) {
    await session.block(next(), deployments.slice(index, index + perBlock))
  }
}

/**
 * Makes a transaction of a step.
 *
 * @param step - who calls what; the owner when nobody is named.
 * @param of - where things are.
 * @returns the transaction.
 */
export function transactionOf(step: Step, of: Of): Transaction {
  const { from = accountOf('owner'), to, value = 0n, ...call } = step
  const address = to.startsWith('0x') ? getAddress(to) : of(to)
  return { from, to: address, data: dataOf(call), value, what: `${call.name} of ${to}` }
}

async function addressOf(session: Session, deployer: Address, name: string): Promise<Address> {
  const call = { contract: 'Deployer', name: 'addressOf', args: [name] }
  return getAddress(`0x${(await session.read(deployer, call)).slice(-40)}`)
}

function deploymentOf(
  { name, contract, args }: Piece,
  { deployer, of }: { readonly deployer: Address; readonly of: Of },
): Transaction {
  const step = {
    contract: 'Deployer',
    name: 'deploy',
    args: [name, initCodeOf(contract, args(of)), 0n],
  }
  return { ...transactionOf({ ...step, to: deployer }, of), what: `deployment of ${name}` }
}

function connectionsOf({ name, teller }: VaultPlan, of: Of): readonly Transaction[] {
  const part = (what: string) => `${name}: ${what}`
  const managers = [part('manager')]
  if (name === 'Local ETH') {
    managers.push(part('manager, tampering lender'), part('manager, silent lender'))
  }
  const vault = { to: name, contract: 'Vault' }
  const roles = { to: part('roles'), contract: 'RolesAuthority' }
  const can = (who: number, where: string, selector: Hex): Step => ({
    ...roles,
    name: 'setRoleCapability',
    args: [who, of(where), selector, true],
  })
  const has = (who: Address, what: number): Step => ({
    ...roles,
    name: 'setUserRole',
    args: [who, what, true],
  })
  const authority = (to: string): Step => ({
    to,
    contract: 'Vault',
    name: 'setAuthority',
    args: [of(part('roles'))],
  })
  const selectors = {
    manageOne: '0xf6e715d0',
    manageMany: '0x224d8703',
    enter: '0x39d6ba32',
    exit: '0x18457e61',
    manage: '0x244b0f6a',
    setRoot: '0x21801a99',
    pause: '0x8456cb59',
    unpause: '0x3f4ba83a',
    bulkWithdraw: '0x3e64ce99',
    bookYield: '0x02ce728f',
    firstDeposit: toFunctionSelector('setFirstDepositTimestamp()'),
    updateRate: toFunctionSelector('updateExchangeRate(uint96)'),
    solve: toFunctionSelector(
      'solveOnChainWithdraws((uint96,address,address,uint128,uint128,uint40,uint24,uint24)[],bytes,address)',
    ),
  } as const
  const steps: Step[] = [
    ...[name, part('accountant'), part('teller'), part('queue'), ...managers].map(authority),
    can(role.manager, name, selectors.manageOne),
    can(role.manager, name, selectors.manageMany),
    can(role.minter, name, selectors.enter),
    can(role.burner, name, selectors.exit),
    has(of(part('teller')), role.minter),
    has(of(part('teller')), role.burner),
    has(accountOf('owner'), role.owner),
    has(accountOf('pauser'), role.pauser),
    has(accountOf('rate updater'), role.updater),
    has(accountOf('solver'), role.solver),
    has(accountOf('strategist'), role.strategist),
    has(accountOf('second strategist'), role.strategist),
    has(of('Multisig'), role.strategist),
    { ...vault, name: 'setBeforeTransferHook', args: [of(part('teller'))] },
  ]
  for (const manager of managers) {
    steps.push(
      has(of(manager), role.manager),
      has(of(manager), role.internal),
      can(role.strategist, manager, selectors.manage),
      can(role.internal, manager, selectors.manage),
      can(role.owner, manager, selectors.setRoot),
      can(role.pauser, manager, selectors.pause),
      can(role.pauser, manager, selectors.unpause),
    )
  }
  const open = (where: string, selector: Hex): Step => ({
    ...roles,
    name: 'setPublicCapability',
    args: [of(part(where)), selector, true],
  })
  steps.push(
    ...tellerCalls.map((selector) => open('teller', selector)),
    ...queueCalls.map((selector) => open('queue', selector)),
    can(role.solver, part('queue'), selectors.solve),
    can(role.solver, part('teller'), selectors.bulkWithdraw),
  )
  if (teller === 'TellerYieldStreaming') {
    steps.push(
      has(of(part('teller')), role.updater),
      can(role.updater, part('accountant'), selectors.bookYield),
      can(role.updater, part('accountant'), selectors.firstDeposit),
    )
  } else {
    steps.push(can(role.updater, part('accountant'), selectors.updateRate))
  }
  return steps.map((step) => transactionOf(step, of))
}

/** The calls of a teller that are open to all: deposits and withdrawals. */
const tellerCalls: readonly Hex[] = ['0x8b6099db', '0x2a22f31f', '0x16762eed']

/** The calls of a queue that are open to all: request, cancel, replace. */
const queueCalls: readonly Hex[] = [
  'requestOnChainWithdraw(address,uint128,uint16,uint24)',
  'cancelOnChainWithdraw((uint96,address,address,uint128,uint128,uint40,uint24,uint24))',
  'replaceOnChainWithdraw((uint96,address,address,uint128,uint128,uint40,uint24,uint24),uint16,uint24)',
].map(toFunctionSelector)
