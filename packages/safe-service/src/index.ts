export { ServiceRefusedError } from './exchange.ts'
export { type NamedSafeServices, openNamedSafeServices } from './from-environment.ts'
export { parseExecutionDetails, printExecutionDetails } from './handover/execution-details.ts'
export { type Followed, followExecution } from './handover/follow-execution.ts'
export {
  type JudgedEntry,
  type JudgedQueue,
  judgeQueue,
} from './handover/judge-queue.ts'
export { openKeySigner, openSignedSigner, parsePrivateKey } from './handover/key-signer.ts'
export type {
  ProposalJournal,
  ProposalRecord,
  ProposalResult,
  ProposalSigner,
} from './handover/proposal.ts'
export { proposeBatch } from './handover/propose-batch.ts'
export { parseProposedCalls } from './handover/proposed-call.ts'
export {
  openSafeReader,
  type SafeAtBlock,
  type SafeReader,
  type StrategistVault,
} from './handover/safe-reader.ts'
export { stateProposal } from './handover/state-proposal.ts'
export { parseStatement, printStatement } from './handover/statement-file.ts'
export { readStoredQueue, type StoredQueue } from './handover/stored-queue.ts'
export { tokensToAsk, withTokenUnits } from './handover/token-unit.ts'
export { readVaultExecutions, type VaultExecution } from './handover/vault-execution.ts'
export {
  accountEventsOf,
  printWatchedAccount,
  type WatchEvent,
  watchEventsOf,
} from './handover/watch-event.ts'
export { openQueueService } from './queue-service.ts'
export type { SafeService, ServiceList } from './safe-service.ts'
export { openTransactionService } from './transaction-service.ts'
