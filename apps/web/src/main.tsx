import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './data/client.js';
import { adoptSession } from './data/session.js';
import { router } from './router.js';
import './styles.css';

function render(): void {
  const element = document.getElementById('root');
  if (element === null) throw new Error('the page has no root');
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

adoptSession(queryClient);
// The document already shows an empty frame, which stays until the page's own script is there.
void router.load().finally(render);
