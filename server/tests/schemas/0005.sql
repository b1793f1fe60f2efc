-- What was kept under the fifth schema: a game that is over, and one that waits for blue.
-- Red's browser has the cookie of 32 times 'r', blue's link the secret of 32 times 'b'.
INSERT INTO games (id, status, listed, version, head, folder, due, created, updated, stand) VALUES
    ('a9356vk81tcae5yfsm7g', 'over', 1, 3, 2,
     '{"name":"old","book":"drill","release":"0.2.0","scenario":"skirmish","options":{},"listed":true,"made_by":null,"seats":[{"seat":"red","sitter":{"person":{"link":"0e397f6f1d9c99b235558da09afb431f5b8b8ccd7d1f3e66ce81d8762f5cd41a","browsers":[],"dice":"left"}}},{"seat":"blue","sitter":{"person":{"link":"5bfbbdd919b8098eb8c5bbd9c20289c66574a7b2c3c7333adff50555fb286d4f","browsers":[],"dice":"left"}}}],"secret":"9a6f18f18a3974a5225056588306810744eff66fc4a2e91dc70964e0bccd3e80","offer":null,"rematch":null,"result":{"winner":"blue","points":[],"because":"the red has resigned","rule":""}}',
     0, 7, 8, '{"asked":[]}'),
    ('00000000000000000002', 'waiting', 0, 0, 0,
     '{"name":"waiting","book":"drill","release":"0.2.0","scenario":"skirmish","options":{},"listed":false,"made_by":"b505bacc61e0833fe87ccce3629cda07d710fef7a8b84602bdfd6bb995ce2569","seats":[{"seat":"red","sitter":{"person":{"link":"02783f1ab884c42a907ea10b8d636aadc7989459b7801a20d7075b11323dd547","browsers":["b505bacc61e0833fe87ccce3629cda07d710fef7a8b84602bdfd6bb995ce2569"],"dice":"awaited"}}},{"seat":"blue","sitter":{"person":{"link":"3d9d4e47eb742bac240608a5943992f8e78c08cec417770610395079c7dc7f0d","browsers":[],"dice":"awaited"}}}],"secret":"0707070707070707070707070707070707070707070707070707070707070707","offer":null,"rematch":null,"result":null}',
     0, 1800000000000, 4000000000000, '{"asked":[]}');
INSERT INTO entries (game, number, text, seat, request, body, answer, at) VALUES
    ('a9356vk81tcae5yfsm7g', 0, 'text:
  > title = "A skirmish at the wall"
  > notes = "Four units and two scouts a side, with a wood and a wall between them."
  > minutes = 10
  > foremost = 7
  > ranks = 1
  > files = 4

entry 0 setup
  dice: d6 2
  state: b9e7b27896cb1a6bac35df50c33e6f0eb60786d222ae9033cccb18415c423d94
', NULL, NULL, NULL, NULL, 7),
    ('a9356vk81tcae5yfsm7g', 1, 'entry 1 red resigns
  state: b9e7b27896cb1a6bac35df50c33e6f0eb60786d222ae9033cccb18415c423d94
', 'red', 'k1', 'b1', '{}', 8);
INSERT INTO snapshots (game, entry, state) VALUES
    ('a9356vk81tcae5yfsm7g', 1, '{"entry":1,"given":[1,1],"state":{"scenario":"b8561fc2bbc7347e7b072a636b09e467362902dbbd3e8895102c68a5d77c0d13","wood":300,"turns":4,"turn":1,"step":0,"phase":"hiding","parties":[{"scouts":null,"hidden":2,"plot":null,"stance":null,"reports":[]},{"scouts":null,"hidden":2,"plot":null,"stance":null,"reports":[]}],"units":[{"side":"red","scout":false,"number":1,"at":{"x":700,"y":320},"facing":90,"strength":4,"full":4,"spent":false},{"side":"red","scout":false,"number":2,"at":{"x":700,"y":640},"facing":90,"strength":4,"full":4,"spent":false},{"side":"red","scout":false,"number":3,"at":{"x":700,"y":960},"facing":90,"strength":4,"full":4,"spent":false},{"side":"red","scout":false,"number":4,"at":{"x":700,"y":1280},"facing":90,"strength":4,"full":4,"spent":false},{"side":"blue","scout":false,"number":1,"at":{"x":1700,"y":320},"facing":270,"strength":4,"full":4,"spent":false},{"side":"blue","scout":false,"number":2,"at":{"x":1700,"y":640},"facing":270,"strength":4,"full":4,"spent":false},{"side":"blue","scout":false,"number":3,"at":{"x":1700,"y":960},"facing":270,"strength":4,"full":4,"spent":false},{"side":"blue","scout":false,"number":4,"at":{"x":1700,"y":1280},"facing":270,"strength":4,"full":4,"spent":false}],"frames":[]}}');
INSERT INTO sittings (session, game) VALUES ('b505bacc61e0833fe87ccce3629cda07d710fef7a8b84602bdfd6bb995ce2569', '00000000000000000002');
INSERT INTO analyses (game, analysis) VALUES
    ('a9356vk81tcae5yfsm7g', '{"seats":["red","blue"],"start":0.5,"steps":[],"luck":[0.0,0.0],"missed":[0.0,0.0],"turning_points":[]}');
INSERT INTO lines (game, number, seat, text, at) VALUES ('a9356vk81tcae5yfsm7g', 0, 'blue', 'Well played.', 8);
INSERT INTO notes (game, seat, text) VALUES ('a9356vk81tcae5yfsm7g', 'blue', 'He resigns early.');
