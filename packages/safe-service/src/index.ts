export { ServiceAnswerError, ServiceRefusedError, type ServiceSettings } from './exchange.ts'
export { openQueueService } from './queue-service.ts'
export type { SafeService, ServiceList, ServiceProposal } from './safe-service.ts'
export { openTransactionService } from './transaction-service.ts'
