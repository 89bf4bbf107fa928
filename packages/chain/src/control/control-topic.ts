import type { Hex } from '@vaultwright/base'
import { hintTopics } from './control-hint.ts'

/** Events after which another account may hold a power. Source: the published interfaces of the contracts. */
export const controlTopics: readonly Hex[] = [
  hintTopics.userRole,
  hintTopics.roleCapability,
  hintTopics.publicCapability,
  hintTopics.manageRoot,
  hintTopics.sender,
  hintTopics.roleGranted,
  hintTopics.callScheduled,
  // AuthorityUpdated, OwnershipTransferred, Upgraded, AdminChanged, BeaconUpgraded
  '0xa3396fd7f6e0a21b50e5089d2da70d5ac0a3bbbd1f617a93f134b76389980198',
  '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0',
  '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
  '0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f',
  '0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e',
  // Paused, Unpaused; PausableAdded, PausableRemoved
  '0x9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752',
  '0xa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933',
  '0xad0f29a9103b372244dd2efa706fe423b3e4db36d6cc3dd1fa195add738aea1c',
  '0xb0a48303f5301707a7bd5b756b686984a62fbc23474e950e06b9e580afe86ce7',
  // AddedOwner, RemovedOwner, ChangedThreshold, EnabledModule, DisabledModule, SafeSetup
  '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26',
  '0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf',
  '0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93',
  '0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440',
  '0xaab4fa2b463f581b2b32cb3b7e3b704b9ce37cc209b5fb4d77e593ace4054276',
  '0x141df868a6331af528e38c83b7aa03edc19be66e37ae67f9285bf4f8e3c6a1a8',
  // ChangedGuard, ChangedModuleGuard, ChangedFallbackHandler, ChangedMasterCopy
  '0x1151116914515bc0891ff9047a6cb32cf902546f83066499bcf8ba33d2353fa2',
  '0xcd1966d6be16bc0c030cc741a06c6e0efaf8d00de2c8b6a9e11827e125de8bb8',
  '0x5ac6c46c93c8d0e53714ba3b53db3e7c046da994313d7ed0d192028bc7c228b0',
  '0x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8',
  // RoleRevoked, MinDelayChange, CallExecuted, Cancelled
  '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b',
  '0x11c24f4ead16507c69ac467fbd5e4eed5fb5c699626d2cc6d66421df253886d5',
  '0xc2617efa69bab66782fa219543714338489c4e9e178271560a91b82c3f612b58',
  '0xbaa1eb22f2a492ba1a5fea61b8df4d27c6c8b5f3971e63bb58fa14ff72eedb70',
]
