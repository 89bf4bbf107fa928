// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Manager} from "../../src/manager/Manager.sol";
import {ManagerFixture} from "./ManagerFixture.sol";
import {Leaf, Tree} from "./Tree.sol";

/// @notice What others rely on, as literals.
contract ManagerAbiTest is ManagerFixture {
    function test_selectors() public view {
        assertEq(Manager.manageVaultWithMerkleVerification.selector, bytes4(0x244b0f6a));
        assertEq(Manager.setManageRoot.selector, bytes4(0x21801a99));
        assertEq(manager.manageRoot.selector, bytes4(0x5ca58a99));
        assertEq(Manager.pause.selector, bytes4(0x8456cb59));
        assertEq(Manager.unpause.selector, bytes4(0x3f4ba83a));
        assertEq(manager.isPaused.selector, bytes4(0xb187bd26));
        assertEq(Manager.flashLoan.selector, bytes4(0x5c38449e));
        assertEq(Manager.receiveFlashLoan.selector, bytes4(0xf04f2707));
        assertEq(manager.vault.selector, bytes4(0xfbfa77cf));
        assertEq(manager.balancerVault.selector, bytes4(0x158274a5));
        assertEq(bytes4(keccak256("owner()")), bytes4(0x8da5cb5b));
        assertEq(bytes4(keccak256("authority()")), bytes4(0xbf7e214f));
        assertEq(bytes4(keccak256("setAuthority(address)")), bytes4(0x7a9e5e4b));
        assertEq(bytes4(keccak256("transferOwnership(address)")), bytes4(0xf2fde38b));
    }

    function test_errors() public pure {
        assertEq(
            Manager.ManagerWithMerkleVerification__InvalidManageProofLength.selector,
            bytes4(0x29c70cf0)
        );
        assertEq(
            Manager.ManagerWithMerkleVerification__InvalidTargetDataLength.selector,
            bytes4(0x581ddbfd)
        );
        assertEq(
            Manager.ManagerWithMerkleVerification__InvalidValuesLength.selector, bytes4(0xe9fd1adf)
        );
        assertEq(
            Manager.ManagerWithMerkleVerification__InvalidDecodersAndSanitizersLength.selector,
            bytes4(0xda6c1268)
        );
        assertEq(
            Manager.ManagerWithMerkleVerification__FlashLoanNotExecuted.selector, bytes4(0xf79b3a04)
        );
        assertEq(
            Manager.ManagerWithMerkleVerification__FlashLoanNotInProgress.selector,
            bytes4(0x26e6e2c7)
        );
        assertEq(
            Manager.ManagerWithMerkleVerification__BadFlashLoanIntentHash.selector,
            bytes4(0x1663f613)
        );
        assertEq(
            Manager.ManagerWithMerkleVerification__FailedToVerifyManageProof.selector,
            bytes4(0xc0dcd1a7)
        );
        assertEq(Manager.ManagerWithMerkleVerification__Paused.selector, bytes4(0xdbd8cb28));
        assertEq(
            Manager.ManagerWithMerkleVerification__OnlyCallableByBoringVault.selector,
            bytes4(0x77ed8165)
        );
        assertEq(
            Manager.ManagerWithMerkleVerification__OnlyCallableByBalancerVault.selector,
            bytes4(0xa38bce7f)
        );
        bytes4 supply =
            Manager.ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringPlatform
        .selector;
        assertEq(supply, bytes4(0x0ecee175));
    }

    function test_topics() public pure {
        assertEq(
            Manager.ManageRootUpdated.selector,
            0x0b958dec85f1470000479dfb22c365829411f52bcde602d24ea0abf5ac7e8860
        );
        assertEq(
            Manager.BoringVaultManaged.selector,
            0x53d426e7d80bb2c8674d3b45577e2d464d423faad6531b21f95ac11ac18b1cb6
        );
        assertEq(
            Manager.Paused.selector,
            0x9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752
        );
        assertEq(
            Manager.Unpaused.selector,
            0xa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933
        );
    }

    function test_readsAndSize() public view {
        assertEq(address(manager.vault()), address(vault));
        assertEq(address(manager.balancerVault()), address(lender));
        assertEq(manager.owner(), OWNER_ACCOUNT);
        assertEq(manager.authority(), address(authority));
        assertLe(address(manager).code.length, 24_576);
    }

    /// @dev Roots of known trees, so that the trees of these tests are those of the field.
    function test_knownRoots() public pure {
        assertEq(_knownRoot(2), 0x2a21c1f0b4b23aaf57ab74b6f5444f08b382211aea5d79aa87238772bdc8ab7e);
        assertEq(_knownRoot(4), 0x2e973a6993081a4958d6e60542f732b74882f64dcdbf1cff3cb5ff98fe9c8b36);
        assertEq(_knownRoot(8), 0x3dae3f2f3e94281e0686a2396e27fbc30667105f668961589753acc50fe9e781);
        assertEq(_knownRoot(16), 0x7ae575e7c6994eab7b0e7a8f44c0e482e4115d6fdd436f9934e878a1c1a2c16b);
        Leaf memory nothing = Leaf(address(0), address(0), false, bytes4(keccak256("")), "");
        assertEq(Tree.digestOf(nothing), Tree.PADDING);
    }

    function _knownRoot(uint160 count) private pure returns (bytes32) {
        bytes32[] memory layer = new bytes32[](count);
        for (uint160 i; i < count; ++i) {
            layer[i] = Tree.digestOf(
                Leaf({
                    decoder: address(0xD0D0),
                    target: address(i + 1),
                    canSendValue: i % 2 == 1,
                    selector: bytes4(keccak256("approve(address,uint256)")),
                    packed: abi.encodePacked(address(0xA000 + i))
                })
            );
        }
        return Tree.rootOf(layer);
    }
}
