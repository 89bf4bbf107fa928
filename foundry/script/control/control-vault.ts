import {
  type Address,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  padHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { accountOf } from '../account.ts'
import { deployPieces, transactionOf } from '../deploy.ts'
import type { Event } from '../history.ts'
import type { Of } from '../plan/piece.ts'
import { multisigTransaction } from '../rebalance/rebalance.ts'
import { dataOf } from '../session.ts'
import type { Step } from '../step.ts'
import type { World } from '../world.ts'
import { controlPieces, delegatedKey, otherEid, partOf, unusedAccount } from './control-plan.ts'
import { safeSetup } from './safe-setup.ts'

const noWord: Hex = `0x${'0'.repeat(64)}`
const day = 86_400n

/** Roles by the numbers of deploy scripts, and those of the traps. */
const role = {
  manager: 1,
  minter: 2,
  burner: 3,
  pauser: 5,
  roundPauser: 6,
  strategist: 7,
  owner: 8,
  operator: 10,
  updater: 11,
  solver: 12,
  locker: 14,
  last: 255,
} as const

/**
 * Adds a vault whose control has each trap once, behind everything else: a timelock without delay and one of a day, Safes
 * that are set up and one that is not, a second owner, a public function, a delegated key, code that is not known.
 *
 * @param last - the last event before.
 * @returns what happened, in order.
 */
export async function openControl(world: World, last: Event): Promise<readonly Event[]> {
  const { session, of } = world
  const events: Event[] = []
  let atUnix = last.atUnix
  const next = () => {
    atUnix += 12
    return atUnix
  }
  const happened = async (what: string) => {
    const block = Number(await session.request('eth_blockNumber', []))
    events.push({ day: last.day, atUnix, block, what })
  }
  const block = (steps: readonly Step[]) =>
    session.block(
      next(),
      steps.map((step) => transactionOf(step, of)),
    )
  await deployPieces({ session, of, pieces: controlPieces, next })
  await happened('the vault Control is deployed')
  await session.request('anvil_setCode', [
    delegatedKey,
    `0xef0100${of(partOf('forwarder')).slice(2).toLowerCase()}`,
  ])
  await session.request('anvil_setNonce', [delegatedKey, numberToHex(1)])
  // A proxy's storage is its own: the rate that its code was made with stands elsewhere.
  await session.request('anvil_setStorageAt', [
    of(partOf('rate provider')),
    numberToHex(1, { size: 32 }),
    numberToHex(500_000_000_000_000n, { size: 32 }),
  ])
  // A key as authority, whose holder lends it code that says yes to anybody, and no owner: the first closes
  // transferOwnership and the second setAuthority, so no order of calls leads there.
  for (const [slot, holder] of [zeroAddress, accountOf('solver')].entries()) {
    const words = [numberToHex(slot, { size: 32 }), padHex(holder, { size: 32 })]
    await session.request('anvil_setStorageAt', [of(partOf('solver')), ...words])
  }
  await block([...safes(of), ...terms(of)])
  await block([...capabilities(of), ...holders(of)])
  await block(handOvers(of))
  await happened('the powers over the vault Control are handed over')
  await session.block(next(), [await waitingOperation(world)])
  await happened('an operation of the slow timelock of Control waits')
  return events
}

function safes(of: Of): readonly Step[] {
  const signers = (['signer 1', 'signer 2', 'signer 3'] as const).map(accountOf)
  return [
    safeSetup({ name: partOf('Safe'), owners: signers, threshold: 2 }, of),
    safeSetup(
      {
        name: partOf('operations Safe'),
        owners: [accountOf('pauser'), accountOf('rate updater')],
        threshold: 2,
        modules: [accountOf('solver')],
        guard: of(partOf('unknown holder')),
      },
      of,
    ),
  ]
}

function terms(of: Of): readonly Step[] {
  const teller = { to: partOf('teller'), contract: 'TellerWithBuffer' }
  const manager = { to: partOf('manager'), contract: 'Manager', name: 'setManageRoot' }
  const root = `0x${'5a'.repeat(32)}`
  const verifiers = encodeAbiParameters(
    [
      {
        type: 'tuple',
        components: [
          { type: 'uint64', name: 'confirmations' },
          { type: 'uint8', name: 'requiredDVNCount' },
          { type: 'uint8', name: 'optionalDVNCount' },
          { type: 'uint8', name: 'optionalDVNThreshold' },
          { type: 'address[]', name: 'requiredDVNs' },
          { type: 'address[]', name: 'optionalDVNs' },
        ],
      },
    ],
    [
      {
        confirmations: 15n,
        requiredDVNCount: 1,
        optionalDVNCount: 0,
        optionalDVNThreshold: 0,
        requiredDVNs: [accountOf('solver')],
        optionalDVNs: [],
      },
    ],
  )
  return [
    { ...teller, name: 'updateAssetData', args: [of('WETH'), true, true, 0] },
    { ...manager, args: [accountOf('strategist'), root] },
    { ...manager, args: [accountOf('trader'), root] },
    {
      to: partOf('accountant'),
      contract: 'AccountantRateProviders',
      name: 'setRateProviderData',
      args: [of('DAI'), false, of(partOf('rate provider'))],
    },
    { to: 'Control', contract: 'Vault', name: 'setBeforeTransferHook', args: [of(teller.to)] },
    {
      to: partOf('bridge teller'),
      contract: 'TellerLayerZero',
      name: 'addChain',
      args: [otherEid, true, true, of(partOf('bridge teller')), 200_000n],
    },
    {
      from: accountOf('depositor'),
      to: partOf('endpoint'),
      contract: 'Endpoint',
      name: 'setConfig',
      args: [
        of(partOf('bridge teller')),
        zeroAddress,
        [{ eid: otherEid, configType: 2, config: verifiers }],
      ],
    },
    {
      to: partOf('pauser'),
      contract: 'Pauser',
      name: 'updateSenderToPausable',
      args: [accountOf('trader'), of(partOf('manager'))],
    },
  ]
}

/** Functions by the role that may call them; the first name is the contract. */
const granted: readonly (readonly [
  role: keyof typeof role,
  contract: string,
  signatures: readonly string[],
])[] = [
  ['manager', 'Control', ['manage(address,bytes,uint256)', 'manage(address[],bytes[],uint256[])']],
  ['minter', 'Control', ['enter(address,address,uint256,address,uint256)']],
  ['burner', 'Control', ['exit(address,address,uint256,address,uint256)']],
  ...['manager', 'accountant', 'teller'].map(
    (name) => ['pauser', partOf(name), ['pause()', 'unpause()']] as const,
  ),
  [
    'roundPauser',
    partOf('pauser'),
    ['pauseAll()', 'pauseSingle(address)', 'unpauseSingle(address)'],
  ],
  [
    'strategist',
    partOf('manager'),
    ['manageVaultWithMerkleVerification(bytes32[][],address[],address[],bytes[],uint256[])'],
  ],
  ['strategist', partOf('pauser'), ['senderPause()', 'senderUnpause()']],
  ['owner', partOf('manager'), ['setManageRoot(address,bytes32)']],
  ['owner', 'Control', ['setBeforeTransferHook(address)']],
  [
    'owner',
    partOf('accountant'),
    ['updateUpper(uint16)', 'updateLower(uint16)', 'setRateProviderData(address,bool,address)'],
  ],
  [
    'owner',
    partOf('teller'),
    [
      'allowBufferHelper(address,address)',
      'setDepositBufferHelper(address,address)',
      'setWithdrawBufferHelper(address,address)',
    ],
  ],
  [
    'owner',
    partOf('bridge teller'),
    [
      'setPeer(uint32,bytes32)',
      'addChain(uint32,bool,bool,address,uint128)',
      'setDelegate(address)',
    ],
  ],
  ['operator', partOf('teller'), ['updateAssetData(address,bool,bool,uint16)', refund()]],
  [
    'operator',
    partOf('queue'),
    ['stopWithdrawsInAsset(address)', `cancelUserWithdraws(${request()}[])`],
  ],
  ['updater', partOf('accountant'), ['updateExchangeRate(uint96)']],
  ['solver', partOf('queue'), [`solveOnChainWithdraws(${request()}[],bytes,address)`]],
  ['solver', partOf('teller'), ['bulkWithdraw(address,uint256,uint256,address)']],
  ['locker', partOf('teller'), ['setShareLockPeriod(uint64)']],
  ['last', partOf('queue'), ['updateWithdrawAsset(address,uint24,uint24,uint16,uint16,uint96)']],
]

/** Functions that anybody may call; the last one is a mistake, and mints shares. */
const open: readonly (readonly [contract: string, signatures: readonly string[]])[] = [
  [
    partOf('teller'),
    [
      'deposit(address,uint256,uint256,address)',
      'deposit(address,uint256,uint256,address,address)',
      'withdraw(address,uint256,uint256,address)',
    ],
  ],
  [partOf('queue'), ['requestOnChainWithdraw(address,uint128,uint16,uint24)']],
  ['Control', ['enter(address,address,uint256,address,uint256)']],
]

function refund(): string {
  return 'refundDeposit(uint256,address,address,uint256,uint256,uint256,uint256,address)'
}

function request(): string {
  return '(uint96,address,address,uint128,uint128,uint40,uint24,uint24)'
}

const roles = { to: partOf('roles'), contract: 'RolesAuthority' }

function capabilities(of: Of): readonly Step[] {
  return [
    ...granted.flatMap(([name, contract, signatures]) =>
      signatures.map((signature) => ({
        ...roles,
        name: 'setRoleCapability',
        args: [role[name], of(contract), toFunctionSelector(signature), true],
      })),
    ),
    ...open.flatMap(([contract, signatures]) =>
      signatures.map((signature) => ({
        ...roles,
        name: 'setPublicCapability',
        args: [of(contract), toFunctionSelector(signature), true],
      })),
    ),
  ]
}

function holders(of: Of): readonly Step[] {
  const rows: readonly (readonly [Address, keyof typeof role])[] = [
    [of(partOf('manager')), 'manager'],
    [of(partOf('teller')), 'manager'],
    [of(partOf('teller')), 'minter'],
    [of(partOf('teller')), 'burner'],
    [of(partOf('bridge teller')), 'minter'],
    [of(partOf('bridge teller')), 'burner'],
    [of(partOf('pauser')), 'pauser'],
    [accountOf('pauser'), 'roundPauser'],
    // The strategist has a root and no role, the second one the role and no root.
    [accountOf('second strategist'), 'strategist'],
    [accountOf('trader'), 'strategist'],
    [of(partOf('slow timelock')), 'owner'],
    [of(partOf('operations Safe')), 'operator'],
    [unusedAccount, 'updater'],
    [of(partOf('solver')), 'solver'],
    [delegatedKey, 'solver'],
    [of(partOf('empty Safe')), 'locker'],
    [of(partOf('unknown holder')), 'last'],
  ]
  return rows.map(([user, name]) => ({
    ...roles,
    name: 'setUserRole',
    args: [user, role[name], true],
  }))
}

/** The deployer gives up what it has; the accountant keeps a second owner beside its authority. */
function handOvers(of: Of): readonly Step[] {
  const authority = (to: string, judge: Address): Step => ({
    to,
    contract: 'Vault',
    name: 'setAuthority',
    args: [judge],
  })
  const owner = (to: string, newOwner: Address): Step => ({
    to,
    contract: 'Vault',
    name: 'transferOwnership',
    args: [newOwner],
  })
  const judge = of(roles.to)
  const governed = ['manager', 'teller', 'queue', 'bridge teller'].map(partOf)
  return [
    ...['Control', ...governed, partOf('accountant'), partOf('pauser'), roles.to].map((name) =>
      authority(name, judge),
    ),
    ...['Control', ...governed, partOf('stubborn contract')].map((name) =>
      owner(name, zeroAddress),
    ),
    owner(partOf('accountant'), accountOf('signer 3')),
    owner(partOf('pauser'), of(partOf('slow timelock'))),
    owner(roles.to, of(partOf('timelock'))),
  ]
}

async function waitingOperation({ session, of }: World) {
  const data = dataOf({
    contract: 'Vault',
    name: 'transferOwnership',
    args: [accountOf('signer 3')],
  })
  const schedule = dataOf({
    contract: 'TimelockController',
    name: 'schedule',
    args: [of(partOf('pauser')), 0n, data, noWord, noWord, day],
  })
  return multisigTransaction(session, of(partOf('Safe')), {
    target: of(partOf('slow timelock')),
    data: schedule,
  })
}
