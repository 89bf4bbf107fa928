import { aaveV3Exit } from '../aave-v3/exit.ts'
import { compoundV3Exit } from '../compound-v3/exit.ts'
import { droneTransfer } from '../erc-20/exit.ts'
import { erc4626Redemption, erc4626Withdrawal } from '../erc-4626/exit.ts'
import { morphoBlueCollateral, morphoBlueWithdrawal } from '../morpho-blue/exit.ts'
import { nativeWrapperExit } from '../native-wrapper/exit.ts'
import type { Exit } from '../position/exit.ts'

/** Every exit; those of one position in the order in which they are tried. */
export const exits: readonly Exit[] = [
  droneTransfer,
  nativeWrapperExit,
  aaveV3Exit,
  compoundV3Exit,
  erc4626Withdrawal,
  erc4626Redemption,
  morphoBlueWithdrawal,
  morphoBlueCollateral,
]
