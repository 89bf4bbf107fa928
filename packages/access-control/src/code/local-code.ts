import type { KnownCode } from './known-code.ts'

/**
 * The codes of the contracts of `foundry/`, which the local chain runs; a test compiles them again.
 */
export const localCodes: readonly KnownCode[] = [
  {
    name: 'Vault',
    kind: 'vault',
    bytes: 6285,
    maskedHash: '0x4b5d502249be7d8f8ebf442cb6e39e2aea5aec8fa3f2a21f9c9ccb2a302d7248',
    immutables: [741],
  },
  {
    name: 'Manager',
    kind: 'manager',
    bytes: 7974,
    maskedHash: '0x7573cedfb283ee72f1803cf96b56a5695c9d077d39030474824b48e7ff564cb9',
    immutables: [238, 549, 910, 1375, 1631, 1924, 2051, 2369, 2548, 3446, 3656],
    values: { vault: 549 },
    slots: { paused: 3n },
  },
  {
    name: 'RolesAuthority',
    kind: 'authority',
    bytes: 2244,
    maskedHash: '0x6775dcb5038e37c17e4738e9bc898f8cf55d8b81c41963cf57088aeed462f042',
    immutables: [],
  },
  {
    name: 'Teller',
    kind: 'teller',
    bytes: 9176,
    maskedHash: '0xffe02a26f802469a057ba1a254d3d7d083953725b6f7ec3b19ff2b2aa835f51b',
    immutables: [
      637, 1116, 2110, 5265, 5299, 5484, 5627, 5787, 6236, 6306, 6712, 6784, 7044, 7234, 7605, 7727,
      7763, 7984,
    ],
    values: { vault: 2110 },
  },
  {
    name: 'TellerYieldStreaming',
    kind: 'teller',
    bytes: 9544,
    maskedHash: '0x55feb76dbaed8cc974c649624a39ee0d9efa60cd39c1011ecaf61507173131c9',
    immutables: [
      637, 1116, 2130, 5293, 5327, 5512, 5655, 5815, 6264, 6334, 6748, 6820, 7080, 7270, 7641, 7763,
      7799, 8016, 8129, 8352,
    ],
    values: { vault: 2130 },
  },
  {
    name: 'TellerLegacy',
    kind: 'teller',
    bytes: 9158,
    maskedHash: '0xde8c61c1a30942cc2eb74412fc01485deed1561f66d48d8242efde1fcd1db4d3',
    immutables: [
      637, 1264, 2122, 5271, 5431, 5748, 5782, 5967, 6246, 6316, 6722, 6794, 7054, 7244, 7625, 7747,
      7783, 8004,
    ],
    values: { vault: 2122 },
  },
  {
    name: 'WithdrawQueue',
    kind: 'queue',
    bytes: 8572,
    maskedHash: '0x47fca12e4d53b4a07b06be13b4f5a7b6374d1ba6ad0a2224cfb57a024ef1a944',
    immutables: [404, 1044, 1556, 1639, 2091, 2233, 3341, 3473, 4699, 4871],
    values: { vault: 1044 },
  },
  {
    name: 'QueueSolver',
    kind: 'solver',
    bytes: 2452,
    maskedHash: '0xaf097fab8648b429723747391c92f7c87d6218e1b301f5be38ece64675c07ede',
    immutables: [255, 319, 661, 864],
    values: { queue: 255 },
  },
  {
    name: 'AccountantRateProviders',
    kind: 'accountant',
    bytes: 6676,
    maskedHash: '0x7dea5c0e9b6d375aade497c8c35425cc79e763576881b51e481dd7e4f81e9313',
    immutables: [567, 971, 1304, 1446, 3310, 3445, 3559, 3723, 3771, 3840, 5018, 5729, 5889],
    values: { vault: 1304 },
  },
  {
    name: 'AccountantFixedRate',
    kind: 'accountant',
    bytes: 7315,
    maskedHash: '0x4e197add409782fc549c313502bc9eec3c16a9963d06f520e0efa9bfe6c82634',
    immutables: [
      725, 1129, 1481, 1623, 2082, 3352, 3713, 3848, 3948, 4112, 4160, 4229, 5060, 5156, 5201, 5924,
      6408, 6528,
    ],
    values: { vault: 1481 },
  },
  {
    name: 'AccountantYieldStreaming',
    kind: 'accountant',
    bytes: 9787,
    maskedHash: '0x309ac8b3511e3f98c70e86ee3143dc4b5755ae64f051c819b29e84595555b481',
    immutables: [
      942, 1483, 2003, 2214, 3597, 5259, 5751, 5884, 5998, 6162, 6210, 6279, 7003, 8052, 8579, 8722,
    ],
    values: { vault: 2003 },
  },
  {
    name: 'AccountantLegacy',
    kind: 'accountant',
    bytes: 5468,
    maskedHash: '0xf04578d629b08786cc75993e6cf4b256a5eff5e89e025301e97d42a0732b51dd',
    immutables: [504, 873, 1131, 1273, 3072, 3207, 3321, 3485, 3533, 3602, 4007, 4236],
    values: { vault: 1131 },
  },
  {
    name: 'Deployer',
    kind: 'deployer',
    bytes: 1540,
    maskedHash: '0x930fd3f90d04dbc46fddfe6c93e02b29e956c820d1cc129a0875900fae94d0e4',
    immutables: [],
  },
  {
    name: 'Drone',
    kind: 'drone',
    bytes: 2472,
    maskedHash: '0x3d52fd6ed52a612e33606dea16b6d3eeec55134d90543141d3bdc1e250195ded',
    immutables: [122, 164, 218, 546, 717, 1305, 1372],
    values: { vault: 164 },
  },
]
