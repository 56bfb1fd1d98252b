import { getDelivery } from '@slipway/contracts';
import { unpack } from '@slipway/db';
import { hidePeople, parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentDeliveryDetail } from './present-delivery.js';

export const endpoint = defineEndpoint(getDelivery, async ({ project, params, services }) => {
  const id = found(parseUuid(params.id));
  const delivery = found(await services.reads.findDelivery(project.id, id));
  const people = hidePeople(await services.reads.listMemberNames(project.accountId));
  const body = delivery.body === null ? null : await unpack(delivery.body);
  return presentDeliveryDetail(delivery, {
    projectId: project.id,
    people,
    redactor: services.redactors.of(project),
    body,
  });
});
