import { bubbledErrorAbi } from './bubbled-error-abi.ts'
import { managerContractAbi } from './manager-abi.generated.ts'

/**
 * The interface of the Manager: what it can be asked, what it tells, how it refuses, and what comes
 * back through it.
 *
 * Source: ManagerWithMerkleVerification, unchanged since 2024-10-30.
 */
export const managerAbi = [...managerContractAbi, ...bubbledErrorAbi] as const
