import { createContext, useCallback, useContext } from 'react';
import type { OperationName } from '@/lib/contract/operations';
import type { Capability, ServiceView } from './console-operations';

export const ServiceContext = createContext<ServiceView | null>(null);

/** The service as described to this person. @throws outside of `ServiceContext` */
function useService(): ServiceView {
  const view = useContext(ServiceContext);
  if (!view) throw new Error('ServiceContext is missing.');
  return view;
}

/** Returns a function that tells whether all of some capabilities are given. Only for hiding: the server checks again. */
export function useMay(): (...wanted: [Capability, ...Capability[]]) => boolean {
  const { can } = useService();
  return useCallback((...wanted) => wanted.every((one) => can.includes(one)), [can]);
}

export const useCan = (...wanted: [Capability, ...Capability[]]): boolean => useMay()(...wanted);

/** Returns a function that tells whether the service has an operation, regardless of the person's role. */
export function useHas(): (operation: OperationName) => boolean {
  const { lacks } = useService();
  return (operation) => !lacks.includes(operation);
}

export const useConnection = () => useService().connection;
