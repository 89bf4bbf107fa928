export { ServiceRefusedError } from './exchange.ts'
export { openQueueService } from './queue-service.ts'
export type { SafeService, ServiceList } from './safe-service.ts'
export { openTransactionService } from './transaction-service.ts'
