// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Vm} from "forge-std/Vm.sol";
import {Manager} from "../../src/manager/Manager.sol";
import {Batch, ManagerFixture} from "./ManagerFixture.sol";
import {BrokenDecoder, TestDecoder} from "./TestDecoder.sol";
import {TestTarget} from "./TestTarget.sol";
import {Leaf, Tree} from "./Tree.sol";

contract ManagerTest is ManagerFixture {
    bytes4 internal constant UNSUPPORTED =
        TestDecoder.BaseDecoderAndSanitizer__FunctionSelectorNotSupported.selector;

    function test_aPermittedCallReachesItsTargetFromTheVault() public {
        uint256 leaf = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE)));
        vm.recordLogs();
        _manage(_one(leaf, _note(ALICE, 5)));
        assertEq(target.callCount(), 1);
        assertEq(target.lastCaller(), address(vault));
        assertEq(target.lastData(), _note(ALICE, 5));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 1);
        assertEq(logs[0].emitter, address(manager));
        assertEq(logs[0].data, abi.encode(1));
    }

    function test_amountsAreNotBound() public {
        uint256 leaf = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE)));
        _manage(_one(leaf, _note(ALICE, 0)));
        _manage(_one(leaf, _note(ALICE, type(uint256).max)));
        assertEq(target.callCount(), 2);
    }

    function test_bytesBehindTheArgumentsAreNotBound() public {
        uint256 leaf = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE)));
        _manage(_one(leaf, bytes.concat(_note(ALICE, 1), hex"c0ffee")));
        assertEq(target.lastData(), bytes.concat(_note(ALICE, 1), hex"c0ffee"));
    }

    function test_oneLeafIsItsOwnRoot() public {
        uint256 leaf = _allow(_leaf(TestTarget.ping.selector, ""));
        Batch memory batch = _one(leaf, abi.encodeCall(TestTarget.ping, ()));
        assertEq(batch.proofs[0].length, 0);
        assertEq(manager.manageRoot(STRATEGIST_ACCOUNT), digests[0]);
        _manage(batch);
        assertEq(target.callCount(), 1);
    }

    function test_valueMustBeThereWhenTheLeafSaysSo() public {
        Leaf memory leaf = _leaf(TestTarget.note.selector, abi.encodePacked(ALICE));
        leaf.canSendValue = true;
        Batch memory batch = _one(_allow(leaf), _note(ALICE, 1));
        _expectUnverified(batch, 0);
        _manage(batch);
        batch.values[0] = 3 wei;
        _manage(batch);
        assertEq(target.lastValue(), 3);
        assertEq(address(vault).balance, 100 ether - 3);
    }

    function test_valueMustNotBeThereWhenTheLeafDoesNotSaySo() public {
        uint256 leaf = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE)));
        Batch memory batch = _one(leaf, _note(ALICE, 1));
        batch.values[0] = 1;
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function test_anEmptyBatchSucceedsEvenWithoutARoot() public {
        assertEq(manager.manageRoot(STRATEGIST_ACCOUNT), 0);
        vm.expectEmit(address(manager));
        emit Manager.BoringVaultManaged(0);
        _manage(_empty(0));
    }

    function test_withoutARootNothingPasses() public {
        digests.push(Tree.digestOf(_leaf(TestTarget.ping.selector, "")));
        Batch memory batch = _one(0, abi.encodeCall(TestTarget.ping, ()));
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function test_aRootServesItsStrategistAlone() public {
        uint256 leaf = _allow(_leaf(TestTarget.ping.selector, ""));
        Batch memory batch = _one(leaf, abi.encodeCall(TestTarget.ping, ()));
        vm.startPrank(OWNER_ACCOUNT);
        authority.setUserRole(ALICE, STRATEGIST, true);
        vm.stopPrank();
        _expectUnverified(batch, 0);
        _manageAs(ALICE, batch);
        _expectUnverified(batch, 0);
        _manageAs(OWNER_ACCOUNT, batch);
    }

    function test_aNewRootEndsTheOldOne() public {
        uint256 leaf = _allow(_leaf(TestTarget.ping.selector, ""));
        Batch memory batch = _one(leaf, abi.encodeCall(TestTarget.ping, ()));
        bytes32 oldRoot = manager.manageRoot(STRATEGIST_ACCOUNT);
        vm.expectEmit(address(manager));
        emit Manager.ManageRootUpdated(STRATEGIST_ACCOUNT, oldRoot, keccak256("new"));
        vm.prank(OWNER_ACCOUNT);
        manager.setManageRoot(STRATEGIST_ACCOUNT, keccak256("new"));
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function test_provingAndDoingAlternate() public {
        Leaf memory use = _leaf(TestTarget.useTicket.selector, abi.encodePacked(target, vault));
        uint256 buying = _allow(_leaf(TestTarget.buyTicket.selector, ""));
        uint256 useLeaf = _allow(use);
        bytes memory useData = abi.encodeCall(TestTarget.useTicket, (address(target), 1));
        bytes memory buyData = abi.encodeCall(TestTarget.buyTicket, ());

        Batch memory wrongOrder = _empty(2);
        _put(wrongOrder, 0, useLeaf, useData);
        _put(wrongOrder, 1, buying, buyData);
        _expectUnverified(wrongOrder, 0);
        _manage(wrongOrder);

        Batch memory batch = _empty(2);
        _put(batch, 0, buying, buyData);
        _put(batch, 1, useLeaf, useData);
        _manage(batch);
        assertEq(target.callCount(), 2);
        assertEq(target.lastData(), useData);
    }

    function test_aRefusedCallUndoesThoseBeforeIt() public {
        uint256 leaf = _allow(_leaf(TestTarget.ping.selector, ""));
        Batch memory batch = _empty(2);
        _put(batch, 0, leaf, abi.encodeCall(TestTarget.ping, ()));
        _put(batch, 1, leaf, abi.encodeCall(TestTarget.buyTicket, ()));
        _expectUnverified(batch, 1);
        _manage(batch);
        assertEq(target.callCount(), 0);
    }

    function test_decoderWithoutCode() public {
        Leaf memory leaf = _leaf(TestTarget.ping.selector, "");
        leaf.decoder = ALICE;
        Batch memory batch = _one(_allow(leaf), abi.encodeCall(TestTarget.ping, ()));
        batch.decoders[0] = ALICE;
        vm.expectRevert(abi.encodeWithSelector(bytes4(0x9996b315), ALICE));
        _manage(batch);
    }

    function test_decoderLackingTheSelector() public {
        bytes4 selector = target.callCount.selector;
        uint256 leaf = _allow(_leaf(selector, ""));
        vm.expectRevert(UNSUPPORTED);
        _manage(_one(leaf, abi.encodePacked(selector)));
    }

    function test_calldataTooShortForTheDecoder() public {
        uint256 leaf = _allow(_leaf(TestTarget.note.selector, ""));
        vm.expectRevert(bytes4(0x1425ea42));
        _manage(_one(leaf, abi.encodePacked(TestTarget.note.selector)));
        vm.expectRevert(UNSUPPORTED);
        _manage(_one(leaf, hex"0102"));
    }

    function test_decoderAnsweringNoBytes() public {
        Batch memory batch =
            _one(_allow(_leaf(TestTarget.ping.selector, "")), abi.encodeCall(TestTarget.ping, ()));
        batch.decoders[0] = address(new BrokenDecoder());
        vm.expectRevert(bytes(""));
        _manage(batch);
    }

    function test_theTargetsOwnRefusalIsPassedOn() public {
        uint256 leaf = _allow(_leaf(TestTarget.refuse.selector, ""));
        vm.expectRevert(abi.encodeWithSelector(TestTarget.Refused.selector, 7));
        _manage(_one(leaf, abi.encodeCall(TestTarget.refuse, ())));
    }

    function test_aSilentRefusalGetsAName() public {
        uint256 leaf = _allow(_leaf(TestTarget.refuseSilently.selector, ""));
        vm.expectRevert(bytes4(0x1425ea42));
        _manage(_one(leaf, abi.encodeCall(TestTarget.refuseSilently, ())));
    }

    function test_targetWithoutCode() public {
        Leaf memory leaf = _leaf(TestTarget.ping.selector, "");
        leaf.target = ALICE;
        Batch memory batch = _one(_allow(leaf), abi.encodeCall(TestTarget.ping, ()));
        batch.targets[0] = ALICE;
        vm.expectRevert(abi.encodeWithSelector(bytes4(0x9996b315), ALICE));
        _manage(batch);
    }

    function test_valueComesOutOfTheVault() public {
        Leaf memory leaf = _leaf(TestTarget.ping.selector, "");
        leaf.canSendValue = true;
        Batch memory batch = _one(_allow(leaf), abi.encodeCall(TestTarget.ping, ()));
        batch.values[0] = 100 ether + 1;
        vm.expectRevert(abi.encodeWithSelector(bytes4(0xcd786059), address(vault)));
        _manage(batch);
        batch.values[0] = 100 ether;
        _manage(batch);
        assertEq(address(target).balance, 100 ether);
    }

    function test_theTotalSupplyMustStay() public {
        uint256 minting = _allow(_leaf(TestTarget.mintShares.selector, ""));
        uint256 burning = _allow(_leaf(TestTarget.burnShares.selector, ""));
        Batch memory batch = _one(minting, abi.encodeCall(TestTarget.mintShares, (1)));
        vm.expectRevert(bytes4(0x0ecee175));
        _manage(batch);

        batch = _empty(2);
        _put(batch, 0, minting, abi.encodeCall(TestTarget.mintShares, (9)));
        _put(batch, 1, burning, abi.encodeCall(TestTarget.burnShares, (9)));
        _manage(batch);
        assertEq(target.callCount(), 2);
        assertEq(vault.totalSupply(), 0);
    }
}
