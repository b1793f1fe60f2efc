-- What was kept under the third schema: a game that is over, and one that waits for blue.
-- Red's browser has the cookie of 32 times 'r', blue's link the secret of 32 times 'b'.
INSERT INTO games (id, status, listed, version, head, folder, due, created, updated) VALUES
    ('00000000000000000001', 'over', 1, 3, 2,
     '{"name":"old","book":"drill","release":"0.1.0","scenario":"skirmish","options":{},"listed":true,"made_by":null,"seats":[],"secret":"0000000000000000000000000000000000000000000000000000000000000000"}',
     0, 7, 8),
    ('00000000000000000002', 'waiting', 0, 0, 0,
     '{"name":"waiting","book":"drill","release":"0.1.0","scenario":"skirmish","options":{},"listed":false,"made_by":"b505bacc61e0833fe87ccce3629cda07d710fef7a8b84602bdfd6bb995ce2569","seats":[{"seat":"red","sitter":{"person":{"link":"02783f1ab884c42a907ea10b8d636aadc7989459b7801a20d7075b11323dd547","browsers":["b505bacc61e0833fe87ccce3629cda07d710fef7a8b84602bdfd6bb995ce2569"],"dice":"awaited"}}},{"seat":"blue","sitter":{"person":{"link":"3d9d4e47eb742bac240608a5943992f8e78c08cec417770610395079c7dc7f0d","browsers":[],"dice":"awaited"}}}],"secret":"0707070707070707070707070707070707070707070707070707070707070707","offer":null,"rematch":null,"result":null}',
     0, 1800000000000, 4000000000000);
INSERT INTO entries (game, number, text, seat, request, body, answer, at) VALUES
    ('00000000000000000001', 0, '{"what":"setup"}', NULL, NULL, NULL, NULL, 7),
    ('00000000000000000001', 1, '{"what":"resign","seat":"red"}', 'red', 'k1', 'b1', '{}', 8);
INSERT INTO sittings (session, game) VALUES ('b505bacc61e0833fe87ccce3629cda07d710fef7a8b84602bdfd6bb995ce2569', '00000000000000000002');
