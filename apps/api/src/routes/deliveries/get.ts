import { getDelivery } from '@slipway/contracts';
import { unpack } from '@slipway/db';
import { hidePeople, parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentDeliveryDetail } from '../../present/delivery.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getDelivery, async ({ project, params, services }) => {
  const id = parseUuid(params.id);
  const delivery = found(id === null ? null : await services.reads.findDelivery(project.id, id));
  const people = hidePeople(await services.reads.listMemberNames(project.accountId));
  const body = delivery.body === null ? null : await unpack(delivery.body);
  return presentDeliveryDetail(delivery, { projectId: project.id, people, body });
});
